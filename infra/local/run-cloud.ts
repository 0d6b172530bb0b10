import inspector from "node:inspector";
import { showEntries } from "./activity/show-entries.ts";
import { dataDirOf, fail } from "./base/command-line.ts";
import { StartupFailure } from "./base/failure.ts";
import { type Cloud, startCloud } from "./cloud.ts";
import { readStartOptions } from "./start-options.ts";
import type { Seams } from "./wiring/seams.ts";
import { lockDataFolder, unlockDataFolder, unusable } from "./storage/data-folder.ts";

/** The disk is full, or the folder became read-only. */
const DISK = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

const SERVICE = [
  ["/", "the home page"],
  ["/docs", "the documentation"],
  ["/developers", "the dashboard: create an account with sample data"],
  ["/api/openapi.json", "the OpenAPI document"],
] as const;
const OTHER_APP = [["/", "the HTTP API of the assembly"]] as const;
const OWN = [
  ["/_local/", "the console: traces, queues, time machine"],
  ["/_local/mailbox", "the emails that the service would have sent"],
] as const;

const BANK = [["/_local/bank", "the pretend bank: files, a statement, mistakes"]] as const;

/** With --json, the standard output has one JSON object a line and nothing else. */
const say = (text: string) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);

// Lambda's. The functions' threads take it from this process.
process.env.TZ = "UTC";
// Only its user can read what this process and the database engine write.
process.umask(0o077);
const options = readStartOptions();
// The reader of a pipe may close it, which is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const { dataDir } = options;
let cloud: Cloud | undefined;
let stopping = false;

/** The program that `start.ts` runs. */
export async function runCloud(seams?: Seams): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
  stopWithNpm();
  await start(seams).catch((error: unknown) => {
    unlockDataFolder(dataDir);
    if (error instanceof StartupFailure) fail(error.message);
    if (DISK.has((error as NodeJS.ErrnoException).code ?? "")) fail(unusable(dataDir, error as Error));
    throw error;
  });
}

async function start(seams: Seams | undefined): Promise<void> {
  lockDataFolder(dataDir, options);
  if (options.inspectPort !== undefined) openInspector(options.inspectPort);
  const startedAt = performance.now();
  cloud = await startCloud(
    {
      ...options,
      inspected: options.inspectPort !== undefined,
      progress: say,
      show: options.quiet ? () => {} : showEntries(options.json),
      warn: (message) => process.stderr.write(`${message}\n`),
      broken: (message) => {
        if (stopping) return;
        process.stderr.write(`${message}\n`);
        void stop(1);
      },
    },
    seams,
  );
  if (stopping) return;
  const { url } = cloud;
  say(`ready ${url}`);
  const addresses = [...(options.assemblyDir ? OTHER_APP : SERVICE), ...OWN, ...(options.bank ? BANK : [])];
  const commands = options.assemblyDir ? "" : commandsAt(url);
  say(`
${addresses.map(([path, what]) => `  ${(url + path).padEnd(url.length + 18)} ${what}`).join("\n")}
${commands}
  State and logs are in ${dataDir}. Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.${
    options.timeScale === 1 ? "" : ` The clock runs ${options.timeScale} times as fast.`
  } Press Ctrl-C to stop.`);
}

/** A command finds the service by the usual data folder, and needs its address for another. */
function commandsAt(url: string): string {
  const address = dataDir === dataDirOf(undefined) ? "" : ` --url ${url}`;
  return `
  In a second terminal: KEY=$(npm run -s ops -- keys create --test${address})
`;
}

/** Node only prints a warning if another program uses the port. */
function openInspector(port: number): void {
  inspector.open(port, "127.0.0.1");
  if (!inspector.url())
    throw new StartupFailure(`A debugger cannot attach at port ${port}. Choose another with --inspect=PORT.`);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // A thread at a breakpoint never ends, and a stop would wait for it. State survives this.
  if (options.inspectPort !== undefined) {
    unlockDataFolder(dataDir);
    process.kill(process.pid, "SIGKILL");
  }
  // Exits even if a stop hangs. The database engine ends when this process closes its pipe.
  setTimeout(() => process.exit(code), 2_500).unref();
  await cloud?.stop();
  unlockDataFolder(dataDir);
  process.exit(code);
}

/** `kill -9` of npm changes this process's parent. END_WITH_PROCESS names another process to end with. */
function stopWithNpm(): void {
  const { npm_lifecycle_event: isOfNpm, END_WITH_PROCESS: other } = process.env;
  if (!isOfNpm && !other) return;
  const parent = process.ppid;
  setInterval(() => {
    if (other ? !isAlive(Number(other)) : process.ppid !== parent) void stop(1);
  }, 250).unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
