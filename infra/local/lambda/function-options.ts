import type { Activity } from "../activity/activity.ts";
import type { AwsEndpoint } from "../aws-endpoint.ts";
import type { Iam } from "../iam.ts";
import type { Seeds } from "../seeded-random.ts";
import type { Bundles } from "../sources/bundles.ts";
import type { Anchor } from "../timers/clock.ts";
import type { Usage } from "../usage.ts";
import type { Concurrency } from "./concurrency.ts";
import type { Cores } from "./cores.ts";
import type { Thrown } from "./invocation.ts";
import type { Memory } from "./memory.ts";

/** What all functions of the local cloud share. */
export type FunctionOptions = {
  concurrency: Concurrency;
  cores: Cores;
  memory: Memory;
  /** The program of an environment, from `runtime`. */
  runtime: URL;
  iam: Iam;
  endpoint: AwsEndpoint;
  usage: Usage;
  activity: Activity;
  clock: Anchor;
  logsDir: string;
  assemblyDir: string;
  /** Absent: the assembly has the bundles, and none of them changes. */
  bundles: Bundles | undefined;
  /** Shows an error of a function on the terminal. */
  thrown: (functionName: string, error: Thrown) => void;
  /** A debugger may hold a function at a breakpoint for as long as it wants. */
  inspected: boolean;
  warn: (message: string) => void;
  /** Environment variables of every function, in addition to the template's. */
  environment: Record<string, string>;
  /** Start a new environment for every invocation, to find state that should not outlive one. */
  freshEnvironments: boolean;
  /** Seeds `Math.random` of each environment, so that a failing run can be replayed. */
  seeds: Seeds;
};
