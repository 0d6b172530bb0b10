import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Cloud, startCloud } from "./cloud.ts";
import { StartupFailure } from "./failure.ts";

const HELP = `Runs the whole service on this machine, from the template that \`cdk deploy\` deploys.

  --port N          listen on 127.0.0.1:N (default 3000, or PORT); 0 picks a free port
  --data DIR        store state and logs in DIR (default .local, or DATA_DIR)
  --time-scale N    run the clock N times as fast: timers, rate limits, expiry (default 1)
  --reset           delete all state first
  --public-targets  deliver webhooks to public addresses only, as on AWS, and not to this machine
  --fresh           start a new Lambda environment for every invocation, to find state that survives an invocation
  --account-concurrency N  run at most N functions at the same time, as on a new AWS account (default 1000)
  --environments N  keep at most N idle Lambda environments in memory (default 10, about 20 MB each)
  --assembly DIR    run this synthesised assembly (default: synthesise the stack)
  --help            print this
`;

/** The files that `--reset` removes. It leaves the assembly, which is no state, and files of others. */
const OURS =
  /^(clock\.json|secrets\.json|executions\.jsonl|logs|sqs|mailbox\.jsonl|queues\.jsonl|dynamodb\.sqlite.*|stream-.*)$/;

const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const options = readOptions();
const lock = join(options.dataDir, "lock");
let cloud: Cloud | undefined;
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
stopWithNpm();
await start().catch((error: unknown) => {
  unlock();
  if (error instanceof StartupFailure) fail(error.message);
  throw error;
});

async function start(): Promise<void> {
  openDataDir();
  const startedAt = performance.now();
  cloud = await startCloud({
    ...options,
    progress: say,
    warn: (message) => process.stderr.write(`${message}\n`),
    broken: (message) => {
      if (stopping) return;
      process.stderr.write(`${message}\n`);
      void stop(1);
    },
  });
  if (stopping) return;
  const { url } = cloud;
  say(`ready ${url}`);
  say(`
  ${url}/                  the home page
  ${url}/docs              the documentation
  ${url}/api/openapi.json  the OpenAPI document
  ${url}/_local/mailbox    the emails that the service would have sent

  State and logs are in ${options.dataDir}. Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.${
    options.timeScale === 1 ? "" : ` The clock runs ${options.timeScale} times as fast.`
  } Press Ctrl-C to stop.`);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Exits even if a stop hangs. The database engine ends when this process closes its pipe.
  setTimeout(() => process.exit(code), 2_500).unref();
  await cloud?.stop();
  unlock();
  process.exit(code);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        data: { type: "string" },
        "time-scale": { type: "string", default: "1" },
        reset: { type: "boolean", default: false },
        "public-targets": { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
        "account-concurrency": { type: "string", default: "1000" },
        environments: { type: "string", default: "10" },
        assembly: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      say(HELP);
      process.exit(0);
    }
    return {
      port: number("--port", values.port ?? process.env.PORT ?? "3000", 0, 65_535),
      dataDir: resolve(values.data ?? process.env.DATA_DIR ?? ".local"),
      timeScale: number("--time-scale", values["time-scale"], 1, 100_000),
      reset: values.reset,
      publicTargetsOnly: values["public-targets"],
      freshEnvironments: values.fresh,
      accountConcurrency: number("--account-concurrency", values["account-concurrency"], 1, 1_000),
      environmentsKept: number("--environments", values.environments, 0, 1_000),
      assemblyDir: values.assembly,
    };
  } catch (error) {
    return fail((error as Error).message);
  }
}

function number(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  const whole = name === "--time-scale" ? Number.isFinite(value) : Number.isInteger(value);
  if (text.trim() === "" || !whole || value < least || value > most) {
    fail(
      `${name} must be ${name === "--time-scale" ? "a number" : "a whole number"} from ${least} to ${most}.`,
    );
  }
  return value;
}

/** Locks the data folder, since two local clouds would overwrite each other's state. */
function openDataDir(): void {
  const { dataDir, reset } = options;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const owner = lockOwner();
    if (owner)
      throw new StartupFailure(
        `Another local cloud (process id ${owner}) uses ${dataDir}. Stop it, or choose another folder with --data.`,
      );
    if (reset) {
      for (const name of readdirSync(dataDir).filter((entry) => OURS.test(entry))) {
        rmSync(join(dataDir, name), { recursive: true, force: true });
      }
    }
    writeFileSync(lock, String(process.pid));
  } catch (error) {
    if (error instanceof StartupFailure) throw error;
    throw new StartupFailure(
      `Cannot use ${dataDir} as the data folder: ${(error as Error).message}. Choose another with --data.`,
    );
  }
}

function lockOwner(): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return pid !== process.pid && command.includes("local/start.ts") ? pid : undefined;
  } catch {
    return undefined;
  }
}

function unlock(): void {
  if (Number(read(lock)) === process.pid) rmSync(lock, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** `kill -9` of npm does not reach this process, but changes its parent. */
function stopWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(1);
  }, 250).unref();
}
