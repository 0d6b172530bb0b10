import type { Use } from "../../infra/local/platform/usage.ts";
import { atMost, printTable } from "./print-table.ts";
import { median, percentile } from "./statistics.ts";

const MAX_IDLE_MS = 60;
const MAX_WRITE_UNITS = 5;
/** The first release needed 30. The signer writes each delivery twice, through the AWS SDK. */
const MAX_POSTS = 24;

/** From a request to its receiver. */
export const FUNCTIONS = ["create-driver", "relay-events", "fan-out-event", "deliver-webhook"];

/** What a run of the bench measured, in ms of wall time where it names no other unit. */
export type Deliveries = {
  idle: readonly number[];
  floor: readonly number[];
  bursts: readonly Burst[];
  /** The CPU ms of a POST that does nothing else. */
  postMs: number;
  postsPerSecond: number;
  /** Events of svix-server, where one runs. */
  svix?: { perSecond: number; eventMs: number } | undefined;
};

/** A burst of events, and what the local cloud counted meanwhile. */
export type Burst = {
  latencies: number[];
  perSecond: number;
  signerMs: number;
  eventMs: number;
  usage: Record<string, Use>;
};

export function reportDeliveries(measured: Deliveries): void {
  reportLatencies(measured);
  reportUnits(measured.bursts);
  reportThroughput(measured);
  reportVerdicts(measured);
}

function reportLatencies({ idle, floor, bursts }: Deliveries): void {
  const measured: Record<string, readonly number[]> = {
    idle,
    "in a burst": bursts.flatMap(({ latencies }) => latencies),
    "floor: a POST loop": floor,
  };
  printTable(
    "Webhooks: ms from the reply that says it is committed to its receiver",
    ["", "events", "p50", "p99"],
    Object.entries(measured).map(([name, ms]) => [name, ms.length, percentile(ms, 50), percentile(ms, 99)]),
  );
}

function reportUnits(bursts: readonly Burst[]): void {
  const rows = FUNCTIONS.map((name) => {
    const each = (count: (use: Partial<Use>) => number) =>
      perEvent(bursts, (usage) => count(usage[name] ?? {}));
    return [
      name,
      each(({ invocations = 0 }) => invocations),
      each(({ calls = {} }) => callsIn(calls)),
      each(({ writeUnits = 0 }) => writeUnits),
      each(({ readUnits = 0 }) => readUnits),
    ];
  });
  printTable(
    `Webhooks: cost of an event with one endpoint, in ${bursts.length} bursts`,
    ["function", "invocations", "calls", "write units", "read units"],
    rows,
  );
}

/** How many of something an event takes. */
const perEvent = (bursts: readonly Burst[], count: (usage: Burst["usage"]) => number): number =>
  bursts.reduce((sum, { usage }) => sum + count(usage), 0) /
  bursts.reduce((sum, { latencies }) => sum + latencies.length, 0);

/** Without the calls with which event sources poll. */
const callsIn = (calls: Use["calls"]): number =>
  Object.entries(calls)
    .filter(([action]) => !/Stream|Records|ShardIterator|GetQueue|Receive/.test(action))
    .reduce((sum, [, times]) => sum + times, 0);

function reportThroughput({ bursts, postMs, postsPerSecond, svix }: Deliveries): void {
  printTable(
    "Webhooks: throughput of this machine (median of the bursts)",
    ["", "value"],
    [
      ["events delivered in a second, made and handled on the same cores", medianOf(bursts, "perSecond")],
      ["the same, by svix-server", svix?.perSecond ?? SKIPPED],
      ["floor: POSTs in a second, ten at a time, nothing kept", postsPerSecond],
      ["ms of CPU for an event, from its request to its receiver", medianOf(bursts, "eventMs")],
      ["the same, by svix-server without its database", svix?.eventMs ?? SKIPPED],
      ["ms of the signer's CPU for a delivery", medianOf(bursts, "signerMs")],
      ["floor: ms of CPU for a POST", postMs],
    ],
  );
}

function reportVerdicts({ idle, bursts, postMs }: Deliveries): void {
  const written = (usage: Burst["usage"]) =>
    (usage["fan-out-event"]?.writeUnits ?? 0) + (usage["deliver-webhook"]?.writeUnits ?? 0);
  const goals: [string, number, number][] = [
    ["p50 ms of an event to its receiver, idle", percentile(idle, 50), MAX_IDLE_MS],
    ["write units of a delivery", perEvent(bursts, written), MAX_WRITE_UNITS],
    ["the signer's CPU for a delivery, x a POST", medianOf(bursts, "signerMs") / postMs, MAX_POSTS],
  ];
  printTable(
    "Webhooks: goals",
    ["goal", "measured", "at most", "verdict"],
    goals.map(([goal, measured, most]) => [
      goal,
      measured,
      most,
      atMost(`Webhooks: ${goal}`, measured, most),
    ]),
  );
}

const SKIPPED = "skipped: SVIX_URL, SVIX_TOKEN and SVIX_PID name no server";

const medianOf = (bursts: readonly Burst[], field: "perSecond" | "signerMs" | "eventMs"): number =>
  median(bursts.map((burst) => burst[field]));
