import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnCloud } from "../../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { Cloud } from "./cloud.ts";
import { assemblyDir, cloudsDir } from "./synthesise.ts";

/** A virtual second lasts a few milliseconds, so a test reaches no rate limit or quota by accident. */
export const FAST_CLOCK = 120;

/** A folder for each worker of the test runner, where each shared cloud has a subfolder. */
const { TEST_RUN = "", JEST_WORKER_ID } = process.env;
const workerDir = join(cloudsDir, `${TEST_RUN}-${JEST_WORKER_ID}`);

/**
 * The suites of one worker use this local cloud one after another, so its functions are warm. It has the data
 * of earlier suites: a suite that needs an empty cloud, or kills it, starts its own. It ends with the run,
 * because the runner often replaces a worker that has used much memory.
 */
export const sharedCloud = (timeScale = 1): Promise<Cloud> => shared(String(timeScale), timeScale);

/** Shared by the suites that let time pass: others would meet timers of days. Its clock runs at real pace. */
export const advancingCloud = (): Promise<Cloud> => shared("advancing", 1);

async function shared(name: string, timeScale: number): Promise<Cloud> {
  const dataDir = join(workerDir, name);
  const address = join(dataDir, "url");
  if (!existsSync(address)) writeFileSync(address, await start(dataDir, timeScale));
  const url = readFileSync(address, "utf8");
  const cloud = new Cloud({ url, assembly: assemblyDir, dataDir, timeScale, process: undefined });
  cloud.forgetLogs();
  await Promise.all([cloud.inject(), cloud.revoke(), cloud.delayIndexes(0), cloud.clearUsage()]);
  return cloud;
}

/** Its output goes to a file, because a pipe to a suite would keep the worker from ending. */
async function start(dataDir: string, timeScale: number): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const said = join(dataDir, "said.txt");
  const output = openSync(said, "w");
  const env = { END_WITH_PROCESS: String(Number.parseInt(TEST_RUN, 10)) };
  const child = spawnCloud(
    { timeScale, dataDir, port: 0, assembly: assemblyDir, args: ["--quiet"], env, asNpmStart: false },
    output,
  );
  child.unref();
  closeSync(output);
  return eventually(async () => {
    const text = readFileSync(said, "utf8");
    if (child.exitCode !== null) throw new Error(`The shared cloud ended: ${text}`);
    return /^ready (\S+)$/m.exec(text)?.[1];
  });
}
