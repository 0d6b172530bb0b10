import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Slow suites install programs of other languages on first use, beside those of `infra/dev/programs`. */
const installed = join(import.meta.dirname, "..", "..", ".installed");

const isPresent = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** What a test's name says of the programs that the machine lacks, if it lacks any. */
export function lackOf(needs: readonly string[]): string {
  const absent = needs.filter((program) => !isPresent(program));
  return absent.length === 0 ? "" : ` (needs ${absent.join(" and ")})`;
}

type Env = Record<string, string>;

export function run(folder: string, program: string, args: readonly string[], env: Env = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** Does the work once. A work that failed in the middle is done again. */
function once(folder: string, work: () => void): string {
  const done = join(folder, ".done");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  work();
  writeFileSync(done, "");
  return folder;
}

/** A folder with these packages of npm, such as `stripe@23.1.0`. No script of theirs runs. */
export function npmPackages(packages: readonly string[]): string {
  const home = join(installed, `npm-${packages.join("-").replaceAll(/[@/]+/g, "-")}`);
  return once(home, () => {
    writeFileSync(join(home, "package.json"), "{}");
    run(home, "npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", ...packages]);
  });
}

/** The programs of a Python environment with these packages, such as `flask==3.1.3`. */
export function pythonPrograms(packages: readonly string[]): string {
  const home = join(installed, `python-${packages.join("-").replaceAll("==", "-")}`);
  return join(
    once(home, () => {
      run(installed, "python3", ["-m", "venv", home]);
      run(installed, join(home, "bin", "pip"), ["install", "--quiet", ...packages]);
    }),
    "bin",
  );
}

/** A program of a Go module, such as `example.com/tools/check@v1.0.0`. */
export function goProgram(path: string): string {
  const name = path.replace(/^.*\/|@.*$/g, "");
  const home = join(installed, `go-${name}`);
  return join(
    once(home, () => void run(installed, "go", ["install", path], { GOBIN: home, GOFLAGS: "" })),
    name,
  );
}

/** A class path with these artifacts of Maven Central: `org.example:library:1.0.0`, or with `:jar:KIND`. */
export function classPath(artifacts: readonly string[]): string {
  const files = artifacts.map((artifact) => {
    const [, name = "", version = "", , kind] = artifact.split(":");
    const to = join(installed, "jars", `${name}-${version}`);
    once(to, () => {
      run(installed, "mvn", ["-q", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${to}`]);
    });
    return join(to, `${name}-${version}${kind ? `-${kind}` : ""}.jar`);
  });
  return files.join(delimiter);
}

/** Starts a server, and returns the port that it prints. */
export function startServer(folder: string, [program = "", ...args]: readonly string[], env: Env) {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: "", ...env } });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const port = new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(Number(chunk)));
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${program} ended: ${errors}`)));
  });
  return { port, stop: () => child.kill("SIGKILL") };
}
