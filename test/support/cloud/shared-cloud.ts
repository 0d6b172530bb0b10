import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnCloud } from "../../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { type Call, type Reply, send } from "../../../infra/local/test/support/http.ts";
import { cloudsDir } from "../process/artifacts.ts";
import { assemblyDir } from "./assembly.ts";
import { Cloud, invoker, withRun } from "./cloud.ts";

/** A virtual second lasts a few milliseconds, so a test reaches no rate limit or quota by accident. */
export const FAST_CLOCK = 120;

/** The folder of this worker's cloud. */
const { TEST_RUN = "", JEST_WORKER_ID } = process.env;
const dataDir = join(cloudsDir, `${TEST_RUN}-${JEST_WORKER_ID}`);

/**
 * The suites of one worker use this local cloud one after another, so its functions are warm. It has the data
 * of earlier suites, and its clock may be days ahead: a suite that needs an empty cloud, or kills it, starts
 * its own. It ends with the run, because the runner often replaces a worker that has used much memory.
 */
export async function sharedCloud(timeScale = 1): Promise<Cloud> {
  const address = join(dataDir, "url");
  if (!existsSync(address)) writeFileSync(address, await start());
  const url = readFileSync(address, "utf8");
  const cloud = new SharedCloud({ url, assembly: assemblyDir, dataDir, timeScale, process: undefined });
  cloud.forgetLogs();
  await setPace(cloud);
  await Promise.all([cloud.inject(), cloud.revoke(), cloud.clearUsage()]);
  return cloud;
}

/** A suite may use the cloud at two paces in turn. */
class SharedCloud extends Cloud {
  override async call(path: string, call: Call = {}): Promise<Reply> {
    if (pace !== this.timeScale) await setPace(this);
    return super.call(path, call);
  }
}

let pace: number | undefined;

async function setPace({ url, timeScale }: Cloud): Promise<void> {
  const { status } = await send(`${url}/_local/pace`, { method: "PUT", json: { pace: timeScale } });
  if (status !== 200) throw new Error(`The pace was not set: ${status}`);
  pace = timeScale;
}

/** Its output goes to a file, because a pipe to a suite would keep the worker from ending. */
async function start(): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const said = join(dataDir, "said.txt");
  const output = openSync(said, "w");
  const cloud = { timeScale: 1, dataDir, port: 0, assembly: assemblyDir, args: ["--quiet"], env: withRun };
  const child = spawnCloud({ ...cloud, ...invoker }, output);
  child.unref();
  closeSync(output);
  return eventually(async () => {
    const text = readFileSync(said, "utf8");
    if (child.exitCode !== null) throw new Error(`The shared cloud ended: ${text}`);
    return /^ready (\S+)$/m.exec(text)?.[1];
  });
}
