import type { Use } from "../../infra/local/usage.ts";
import { printTable } from "./print-table.ts";
import { progress } from "./progress.ts";
import { percentile } from "./statistics.ts";
import { BenchPartner, control, type Sink, startSink } from "./webhook-parts.ts";

const IDLE_EVENTS = 40;
const BURST = 300;
const NOISE = 200;
const QUIET_EVENTS = 30;

/** How fast an event goes from its commit to its receiver, how many do in a second, and what each costs. */
export async function reportWebhooks(url: string): Promise<void> {
  const sink = await startSink();
  try {
    const partner = await BenchPartner.start(url);
    await partner.subscribe(sink.url);
    progress("Webhooks: warming up");
    await oneByOne(partner, sink, 10);
    progress("Webhooks: latency when idle, and the floor");
    const idle = await oneByOne(partner, sink, IDLE_EVENTS);
    const floor = await postLoop(sink, IDLE_EVENTS);
    progress("Webhooks: a burst");
    const burst = await burstOf(partner, sink, url);
    progress("Webhooks: beside an endpoint that hangs");
    const noisy = await besideNoise(partner, sink, url);
    reportLatencies({
      idle,
      "in a burst": burst.latencies,
      "beside a noisy neighbour": noisy,
      "floor: a POST loop": floor,
    });
    reportCosts(burst);
  } finally {
    sink.close();
  }
}

function reportLatencies(measured: Record<string, number[]>): void {
  printTable(
    "Webhooks: ms from the reply that says it is committed to its receiver",
    ["", "events", "p50", "p99"],
    Object.entries(measured).map(([name, ms]) => [name, ms.length, percentile(ms, 50), percentile(ms, 99)]),
  );
}

type Burst = {
  latencies: number[];
  perSecond: number;
  floorPerSecond: number;
  signerMs: number;
  usage: Record<string, Use>;
};

function reportCosts({ perSecond, floorPerSecond, signerMs, usage }: Burst): void {
  const rows = ["create-driver", "relay-events", "fan-out-event", "deliver-webhook"].map((name) => {
    const { invocations = 0, calls = {}, writeUnits = 0, readUnits = 0 } = usage[name] ?? {};
    const all = Object.entries(calls).filter(
      ([action]) => !/Stream|Records|ShardIterator|GetQueue|Receive/.test(action),
    );
    const count = all.reduce((sum, [, times]) => sum + times, 0);
    return [name, ...[invocations, count, writeUnits, readUnits].map((total) => total / BURST)];
  });
  printTable(
    `Webhooks: cost of an event with one endpoint, in a burst of ${BURST}`,
    ["function", "invocations", "calls", "write units", "read units"],
    rows,
  );
  printTable(
    "Webhooks: throughput of this machine",
    ["", "value"],
    [
      ["events delivered in a second, made and handled on the same cores", perSecond],
      ["floor: POSTs in a second, ten at a time, nothing kept", floorPerSecond],
      ["ms of the signer's CPU for a delivery", signerMs],
    ],
  );
}

async function oneByOne(partner: BenchPartner, sink: Sink, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let i = 0; i < count; i++) {
    const { id, at } = await partner.event();
    latencies.push((await sink.arrival(id)) - at);
  }
  return latencies;
}

/** Events as fast as they can be made: their own handling competes with the deliveries of those before. */
async function burstOf(partner: BenchPartner, sink: Sink, url: string): Promise<Burst> {
  await control(url, "PUT", "usage", {});
  const cpu = async () => Number((await control(url, "GET", "cpu"))["deliver-webhook"]);
  const [cpuBefore, start] = [await cpu(), performance.now()];
  const made = await partner.events(BURST);
  const arrivals = await Promise.all(made.map(({ id }) => sink.arrival(id)));
  const perSecond = (BURST * 1000) / (Math.max(...arrivals) - start);
  return {
    latencies: made.map(({ at }, i) => (arrivals[i] as number) - at),
    perSecond,
    floorPerSecond: await postsPerSecond(sink),
    signerMs: ((await cpu()) - cpuBefore) / BURST,
    usage: (await control(url, "GET", "usage")) as Record<string, Use>,
  };
}

async function besideNoise(quiet: BenchPartner, sink: Sink, url: string): Promise<number[]> {
  const hanging = await startSink({ hangs: true });
  const noisy = await BenchPartner.start(url);
  await noisy.subscribe(hanging.url);
  await noisy.events(NOISE);
  const latencies: number[] = [];
  for (let i = 0; i < QUIET_EVENTS; i++) {
    latencies.push(...(await oneByOne(quiet, sink, 1)));
    // Over more than the 15 s after which the first attempts end.
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  hanging.close();
  return latencies;
}

const body = JSON.stringify({ id: "floor", type: "driver.created", data: { id: "floor" } });

async function postLoop(sink: Sink, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = performance.now();
    await fetch(sink.url, { method: "POST", body, headers: { connection: "close" } });
    latencies.push(performance.now() - at);
  }
  return latencies;
}

async function postsPerSecond(sink: Sink): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => postLoop(sink, BURST / 10)));
  return (BURST * 1000) / (performance.now() - start);
}
