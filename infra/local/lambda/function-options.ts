import type { Activity } from "../activity/activity.ts";
import type { Seeds } from "../base/seeded-random.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";
import type { Iam } from "../platform/iam.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";
import type { Usage } from "../platform/usage.ts";
import type { Bundles } from "../sources/bundles.ts";
import type { Anchor } from "../time/clock.ts";
import type { Concurrency } from "./concurrency.ts";
import type { Thrown } from "./invocation.ts";

export type FunctionOptions = {
  concurrency: Concurrency;
  iam: Iam;
  endpoint: AwsEndpoint;
  usage: Usage;
  metrics: WatchedMetrics;
  activity: Activity;
  logsDir: string;
  assemblyDir: string;
  thrown: (functionName: string, error: Thrown) => void;
  /** A debugger may hold a function at a breakpoint for as long as it wants. */
  inspected: boolean;
  warn: (message: string) => void;
  environment: Record<string, string>;
  /** Seeds `Math.random` of each environment, so that a failing run can be replayed. */
  seeds: Seeds;
};

export type ThreadOptions = FunctionOptions & {
  clock: Anchor;
  runtime: URL;
  /** Absent: the assembly has the bundles, and none of them changes. */
  bundles: Bundles | undefined;
  environmentsKept: number | undefined;
};
