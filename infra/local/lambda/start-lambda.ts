import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Seeds } from "../base/seeded-random.ts";
import type { CloudOptions } from "../platform/cloud-options.ts";
import { Concurrency } from "./concurrency.ts";
import type { FunctionOptions, ThreadOptions } from "./function-options.ts";
import type { Invoker } from "./invoker.ts";
import { Lambda } from "./lambda.ts";
import { Threads } from "./threads.ts";
import { thrownText } from "./thrown-text.ts";

type Parts = Pick<
  ThreadOptions,
  "assemblyDir" | "iam" | "endpoint" | "usage" | "metrics" | "activity" | "environment" | "clock" | "bundles"
> & { runsOn: URL | InvokerOf };

/** Runs functions in another way than threads do. */
export type InvokerOf = (options: FunctionOptions) => Promise<Invoker>;

export async function startLambda(
  options: CloudOptions,
  { clock, bundles, runsOn, ...parts }: Parts,
): Promise<Lambda> {
  const { inspected, warn, environmentsKept } = options;
  const concurrency = new Concurrency(options.accountConcurrency);
  const logsDir = join(options.dataDir, "logs");
  mkdirSync(logsDir, { recursive: true });
  const threadOptions: FunctionOptions = {
    ...parts,
    concurrency,
    logsDir,
    inspected,
    warn,
    seeds: new Seeds(options.seed),
    thrown: (name, error) => warn(thrownText(name, error)),
  };
  const invoker =
    runsOn instanceof URL
      ? new Threads({ ...threadOptions, clock, bundles, runtime: runsOn, environmentsKept })
      : await runsOn(threadOptions);
  return new Lambda(threadOptions, invoker);
}
