import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Seeds } from "../base/seeded-random.ts";
import type { CloudOptions } from "../platform/cloud-options.ts";
import type { QuotaTwin } from "../quotas/twin.ts";
import { Concurrency } from "./concurrency.ts";
import type { FunctionOptions, ThreadOptions } from "./function-options.ts";
import type { Invoker } from "./invoker.ts";
import { Imported } from "./imported/imported.ts";
import { Lambda } from "./lambda.ts";
import { Threads } from "./threads.ts";
import { thrownText } from "./thrown-text.ts";

type Parts = Pick<
  ThreadOptions,
  "assemblyDir" | "iam" | "endpoint" | "usage" | "metrics" | "activity" | "environment" | "clock" | "bundles"
> & {
  runtime: URL | undefined;
  twin: QuotaTwin | undefined;
  wrap: ((invoker: Invoker) => Invoker) | undefined;
};

export async function startLambda(
  options: CloudOptions,
  { clock, bundles, runtime, wrap, twin, ...parts }: Parts,
): Promise<Lambda> {
  const { inspected, warn, handlers, environmentsKept } = options;
  const concurrency = new Concurrency(options.accountConcurrency, twin);
  const logsDir = join(options.dataDir, "logs");
  mkdirSync(logsDir, { recursive: true });
  const all: FunctionOptions = {
    ...parts,
    ...{ concurrency, logsDir, inspected, warn },
    seeds: new Seeds(options.seed),
    thrown: (name, error) => warn(thrownText(name, error)),
  };
  const invoker = runtime
    ? new Threads({ ...all, clock, bundles, runtime, environmentsKept })
    : await Imported.from(String(handlers), all);
  return new Lambda(all, wrap?.(invoker) ?? invoker);
}
