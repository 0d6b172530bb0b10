import type { AwsEndpoint } from "../aws-endpoint.ts";
import type { Iam } from "../iam.ts";
import type { Anchor } from "../timers/clock.ts";
import type { Usage } from "../usage.ts";
import type { Cores } from "./cores.ts";
import type { Memory } from "./memory.ts";

/** What the local cloud gives each of its functions. */
export type FunctionOptions = {
  cores: Cores;
  memory: Memory;
  /** The program of an environment, as `runtime` makes it. */
  runtime: URL;
  iam: Iam;
  endpoint: AwsEndpoint;
  usage: Usage;
  clock: Anchor;
  logsDir: string;
  /** What every function is told beside what the template says. */
  environment: Record<string, string>;
  /** A new environment for every invocation: finds state that should not outlive one. */
  freshEnvironments: boolean;
};
