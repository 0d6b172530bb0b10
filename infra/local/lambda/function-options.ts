import type { Activity } from "../activity/activity.ts";
import type { AwsEndpoint } from "../aws-endpoint.ts";
import type { Iam } from "../iam.ts";
import type { Seeds } from "../seeded-random.ts";
import type { Anchor } from "../timers/clock.ts";
import type { Usage } from "../usage.ts";
import type { Concurrency } from "./concurrency.ts";
import type { Cores } from "./cores.ts";
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
  warn: (message: string) => void;
  /** Environment variables of every function, in addition to the template's. */
  environment: Record<string, string>;
  /** Start a new environment for every invocation, to find state that should not outlive one. */
  freshEnvironments: boolean;
  /** Seeds `Math.random` of each environment, so that a failing run can be replayed. */
  seeds: Seeds;
};
