import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { freePort } from "../../../infra/local/base/loopback.ts";
import { readStack } from "../../../infra/local/base/nested-stacks.ts";
import { endProcess } from "../../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { type Call, type Reply, send } from "../../../infra/local/test/support/http.ts";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const PARTS = ["functions", "shared", "infra", "package.json", "tsconfig.json", "cdk.json"];
const LEFT_OUT = ["node_modules", "test-artifacts"];

/** A copy of the project, so that a test may edit sources, and the local cloud that runs it. */
export class CopiedProject {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  readonly dataDir = join(this.dir, ".local");
  url = "";
  #process: ChildProcess | undefined;
  /** Everything that it has printed on the terminal. */
  printed = "";

  /** Without a commit, it has the files as they are now. */
  constructor(commit?: string) {
    atSuiteEnd(() => this.remove());
    if (commit) {
      const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 1e9 });
      execFileSync("tar", ["-x", "-C", this.dir], { input: archive });
    }
    for (const part of commit ? [] : PARTS) {
      const filter = (file: string) => !LEFT_OUT.includes(basename(file));
      cpSync(join(root, part), join(this.dir, part), { recursive: true, filter });
    }
    symlinkSync(join(root, "node_modules"), join(this.dir, "node_modules"));
  }

  /** Starts the local cloud as `npm run dev` or `npm start` does, and waits until it is ready. */
  async start(...args: string[]): Promise<void> {
    this.forgetPrinted();
    const port = new URL(this.url || `http://localhost:${await freePort()}`).port;
    this.url = `http://localhost:${port}`;
    const { scripts } = JSON.parse(readFileSync(join(this.dir, "package.json"), "utf8"));
    const [program] = /\S+start\.ts/.exec(scripts.start) ?? [""];
    const command = [program, "--port", port, ...args];
    const child = spawn(process.execPath, command, {
      cwd: this.dir,
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    for (const output of [child.stdout, child.stderr])
      output?.on("data", (text) => {
        this.printed += text;
      });
    await this.prints(/^ready /m);
  }

  /** Waits until the terminal shows this. */
  prints(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(async () => {
      const match = pattern.exec(this.printed);
      if (!match && (this.#process?.exitCode ?? null) !== null) throw new Error(this.printed);
      return match ?? undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.printed}`);
    });
  }

  /** The synthesised template, as text. */
  template = (): string => JSON.stringify(readStack(join(this.dataDir, "cdk.out")));

  forgetPrinted(): void {
    this.printed = "";
  }

  call = (path: string, call: Call = {}): Promise<Reply> => send(this.url + path, call);

  /** Replaces a text in a file as some editors do: it writes another file and renames it. */
  edit(file: string, from: string, to: string): void {
    const path = join(this.dir, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(`${path}.edited`, text.replace(from, to));
    renameSync(`${path}.edited`, path);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#process) await endProcess(this.#process, signal);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
