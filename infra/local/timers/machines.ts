import type { InvokableFunctions } from "../base/ports.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import type { Iam } from "../platform/iam.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";
import type { Agenda } from "../time/agenda.ts";
import type { Demand, QuotaTwin } from "../quotas/twin.ts";
import type { Anchor } from "../time/clock.ts";

/** What state machines need of the local cloud. */
export type MachineParts = {
  functions: InvokableFunctions;
  iam: Iam;
  clock: Anchor;
  agenda: Agenda;
  metrics: WatchedMetrics;
  dataDir: string;
  warn: (message: string) => void;
  twin?: QuotaTwin | undefined;
};

export type Machines = Engine & {
  service(): Service;
  /** What a call takes of AWS's quotas. */
  demands?(operation: string): Demand[];
  /** Resolves when it has done everything that it can do at this instant. */
  settle(): Promise<void>;
  followClock(clock: Anchor): void;
};
