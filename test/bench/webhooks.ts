import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Cloud } from "../support/cloud/cloud.ts";
import { progress } from "./print-table.ts";
import { median } from "./statistics.ts";
import { svixBurst } from "./svix.ts";
import { BenchPartner, type Sink, startSink } from "./webhook-parts.ts";
import { type Burst, FUNCTIONS, reportDeliveries } from "./webhook-report.ts";

const IDLE_EVENTS = 40;
const BURST = 300;
/** Node compiles what is hot during the first ones. */
const BURSTS = 9;

/** How fast an event goes from its commit to its receiver, how many do in a second, and what each costs. */
export async function reportWebhooks(cloud: Cloud): Promise<void> {
  const sink = await startSink();
  try {
    const partner = await BenchPartner.start(cloud);
    await partner.subscribe(sink.url);
    progress("Webhooks: warming up");
    await oneByOne(partner, sink, 10);
    progress("Webhooks: latency when idle, and the floor");
    const idle = await oneByOne(partner, sink, IDLE_EVENTS);
    const floor = await postLoop(sink, IDLE_EVENTS);
    const bursts: Burst[] = [];
    for (let i = 1; i <= BURSTS; i++) {
      progress(`Webhooks: burst ${i} of ${BURSTS}`);
      bursts.push(await burstOf(partner, sink, cloud));
    }
    const [postMs, svix] = [await cpuOfPost(sink), await svixBurst(sink, BURST, process.env)];
    reportDeliveries({ idle, floor, bursts, postMs, postsPerSecond: await postsPerSecond(sink), svix });
  } finally {
    sink.close();
  }
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
async function burstOf(partner: BenchPartner, sink: Sink, cloud: Cloud): Promise<Burst> {
  await cloud.clearUsage();
  const cpu = async () => (await (await fetch(`${cloud.url}/_local/cpu`)).json()) as Record<string, number>;
  const [before, start] = [await cpu(), performance.now()];
  const made = await partner.events(BURST);
  const arrivals = await Promise.all(made.map(({ id }) => sink.arrival(id)));
  const perSecond = (made.length * 1000) / (Math.max(...arrivals) - start);
  // The signer writes the outcome after an arrival.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const after = await cpu();
  const msOf = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / made.length;
  return {
    latencies: made.map(({ at }, i) => (arrivals[i] as number) - at),
    perSecond,
    signerMs: msOf("deliver-webhook"),
    eventMs: FUNCTIONS.reduce((sum, name) => sum + msOf(name), 0),
    usage: await cloud.usage(),
  };
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

async function cpuOfPost({ url }: Sink): Promise<number> {
  const worker = new Worker(new URL("./post-floor.ts", import.meta.url), {
    workerData: { url, body, count: BURST },
  });
  const [rounds] = (await once(worker, "message")) as [number[]];
  return median(rounds);
}
