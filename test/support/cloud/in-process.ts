import { type Cloud, startCloud } from "../../../infra/local/cloud.ts";
import type { Invoker } from "../../../infra/local/lambda/invoker.ts";
import { Imported } from "../../../infra/local/test/support/imported/imported.ts";
import type { Seams } from "../../../infra/local/wiring/seams.ts";
import { join } from "node:path";
import { handlers, railDir } from "../process/artifacts.ts";
import { assemblyDir } from "./assembly.ts";

type Options = { dataDir: string; seed?: number; bank?: boolean; warn?: (text: string) => void };

export type Simulator = NonNullable<Seams["simulator"]> & { invoker: (invoker: Invoker) => Invoker };

/** The service on a local cloud in this process, whose calls and invocations pass through a simulator. */
export async function startInProcess(
  { dataDir, seed, bank = false, warn = () => {} }: Options,
  { invoker, ...simulator }: Simulator,
): Promise<Cloud> {
  let isStopped = false;
  const options = {
    port: 0,
    dataDir,
    timeScale: 1,
    reset: false,
    accountConcurrency: 1_000,
    seed,
    publicTargetsOnly: false,
    bank,
    assemblyDir: bank ? join(railDir, "cdk.out") : assemblyDir,
    watch: false,
    inspected: false,
    progress: () => {},
    warn,
    show: () => {},
    broken: (message: string) => {
      if (!isStopped) throw new Error(message);
    },
  };
  const cloud = await startCloud(options, {
    invoker: async (settings) => invoker(await Imported.from(handlers, settings)),
    simulator,
  });
  const stop = () => {
    isStopped = true;
    return cloud.stop();
  };
  return { ...cloud, stop };
}
