import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "./artifacts.ts";
import { setClockAhead } from "./clock-ahead.ts";
import { atSuiteEnd } from "./suite-end.ts";

export type StartOptions = {
  /** The synthesised assembly to run. */
  assembly: string;
  timeScale?: number;
  dataDir?: string;
  port?: number;
  args?: string[];
  env?: Record<string, string>;
  /** A module of all functions, which then run in the cloud's own process. Absent: in threads. */
  handlers?: string;
};

/** A local cloud that serves requests. */
export type Running = {
  url: string;
  assembly: string;
  dataDir: string;
  timeScale: number;
  /** Absent: other suites use it too, and no suite ends it. */
  process: ChildProcess | undefined;
};

/** A local cloud that ended before it was ready. */
export type Failure = { exitCode: number | null; stderr: string };

/** Suites call nearly all functions in turn. With fewer, they end the environments that others need again. */
const ENVIRONMENTS = 100;

/** The seed of every cloud's random numbers. Jest's configuration draws it. */
const { CLOUD_SEED } = process.env;

const START = join(import.meta.dirname, "..", "..", "start.ts");
const START_IMPORTED = join(import.meta.dirname, "imported", "start.ts");

const running = new Set<ChildProcess>();
/** Data folders made here. Their clouds may have ended, or may never have started. */
const folders = new Set<string>();

/** Starts a local cloud as `npm start` does. It throws a Failure if the cloud ends before it is ready. */
export async function startProcess({
  assembly,
  timeScale = 1,
  dataDir = newFolder(),
  port = 0,
  args = ["--quiet"],
  env = {},
  handlers = "",
}: StartOptions): Promise<Running> {
  const child = spawnCloud({ assembly, timeScale, dataDir, port, args, env, handlers }, "pipe");
  const url = await readyUrl(child);
  running.add(child);
  atSuiteEnd(endClouds);
  return { url, assembly, dataDir, timeScale, process: child };
}

/** `output` receives what the program prints. */
export const spawnCloud = (
  { assembly, timeScale, dataDir, port, args, env, handlers }: Required<StartOptions>,
  output: "pipe" | number,
): ChildProcess => {
  setClockAhead(dataDir);
  return spawn(
    process.execPath,
    [
      handlers ? START_IMPORTED : START,
      "--port",
      String(port),
      "--data",
      dataDir,
      "--time-scale",
      String(timeScale),
      "--assembly",
      assembly,
      "--environments",
      String(ENVIRONMENTS),
      ...(CLOUD_SEED ? ["--seed", CLOUD_SEED] : []),
      ...args,
    ],
    {
      stdio: ["ignore", output, output],
      env: {
        ...process.env,
        NODE_OPTIONS: process.env.NODE_OPTIONS ?? "",
        LC_ALL: "en_US.UTF-8",
        NODE_COMPILE_CACHE: compileCache,
        HANDLERS: handlers,
        ...env,
      },
    },
  );
};

async function readyUrl(child: ChildProcess): Promise<string> {
  let stdout = "";
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
      const ready = /^ready (\S+)$/m.exec(stdout)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", (exitCode) => reject({ exitCode, stderr } satisfies Failure));
  });
}

/** Ends a local cloud with a signal, and waits for its end. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/** A data folder for a test that starts several local clouds over it, until the suite ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cloud-"));
  folders.add(folder);
  atSuiteEnd(endClouds);
  return folder;
}

/** Ends every local cloud of the suite, and removes its folders. Without this, they end with the suite. */
export async function endClouds(): Promise<void> {
  for (const child of [...running]) await endProcess(child, "SIGKILL");
  for (const folder of folders) removeFolder(folder);
  folders.clear();
}

/** The engine of a killed cloud may still close its files, which can fail the first attempts. */
const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
