import { seededRandom } from "../../../infra/local/base/seeded-random.ts";
import { batchesAfter } from "../../../infra/local/quotas/pollers.ts";
import { QuotaTwin } from "../../../infra/local/quotas/twin.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { schedules } from "../../../shared/domain/webhook/delivery.ts";
import { MAX_AT_ONCE } from "../../../shared/domain/webhook/webhook-endpoint.ts";

/** Assumed, in ms: what a function does itself, the start of an environment, and a receiver that hangs. */
const [OWN, COLD, HANGS] = [4, 400, 15_000];
/** Lambda polls a shard four times a second. */
const POLL = 250;
const SHARDS = 4;
/** As in `deliver-webhook`: a finished message waits for its batch, and one that waited long is moved. */
const [LINGER, LONG_WAIT] = [200, 30_000];
const ENDPOINTS = 10_000;
/** The neighbour's endpoint. The dead ones are the next. */
const NOISY = 0;

export type Load = { eventsPerS: number; dead: number; noisyPerS: number; seconds: number };
type Message = { id: number; endpoint: number; group: string; sent: number; attempts: number };
type Work = (batch: Message[], free: (message: Message) => void, end: () => void) => void;

/** Virtual time, chance from a seed, and invocations under AWS's quotas. */
function world() {
  const random = seededRandom(1);
  const agenda = new Map<number, (() => void)[]>();
  const warm = new Map<string, number>();
  let [now, running] = [0, 0];
  const twin = new QuotaTwin(
    {},
    () => {},
    () => now,
  );
  const after = (ms: number, act: () => void) => {
    const at = now + Math.max(1, Math.round(ms));
    const acts = agenda.get(at);
    if (acts) acts.push(act);
    else agenda.set(at, [act]);
  };
  const between = (low: number, high: number) => low * (high / low) ** (random() ** 2);
  /** Acts in an environment of the function, and gets what ends the invocation. */
  function invoke(name: string, act: (end: () => void) => void): void {
    const idle = warm.get(name) ?? 0;
    const taken = twin.take(name, [
      { quota: "concurrency", key: "", open: running },
      { quota: "functionRequests", key: name },
      ...(idle > 0 ? [] : [{ quota: "newEnvironments", key: name } as const]),
    ]);
    if (taken) return after(1_000, () => invoke(name, act));
    running++;
    if (idle > 0) warm.set(name, idle - 1);
    const end = () => {
      running--;
      warm.set(name, (warm.get(name) ?? 0) + 1);
    };
    after(idle > 0 ? OWN : OWN + COLD, () => act(end));
  }
  const runFor = (ms: number) => {
    for (; now < ms; now++) {
      for (const act of agenda.get(now) ?? []) act();
      agenda.delete(now);
    }
  };
  return { random, after, between, call: () => between(5, 30), invoke, now: () => now, runFor };
}

type World = ReturnType<typeof world>;

/** A queue and its mapping. A FIFO queue has one batch of a group at work, and another one is fair. */
function lane({ after, call, now }: World, mapping: Json, isFifo: boolean, work: Work) {
  const { BatchSize: size, MaximumBatchingWindowInSeconds: windowS = 0, ScalingConfig } = mapping;
  const groups = new Map<string, Message[]>();
  const inFlight = new Map<string, number>();
  let [places, waiting, flying, isSet] = [0, 0, 0, false];
  let since: { at: number; atWork: number } | undefined;
  const pumpLater = (ms: number) => {
    if (isSet) return;
    isSet = true;
    after(ms, () => {
      isSet = false;
      pump();
    });
  };
  const flyingOf = (group: string) => inFlight.get(group) ?? 0;
  /** A fair queue leaves a group for last that has 30 messages in flight, and a tenth of all. */
  const isNoisy = (group: string) => flyingOf(group) >= Math.max(30, flying / 10);
  const takeBatch = (): Message[] => {
    const batch: Message[] = [];
    const free = [...groups].filter(([group]) => !isFifo || flyingOf(group) === 0);
    free.sort(([a, [first]], [b, [second]]) =>
      isFifo || isNoisy(a) === isNoisy(b)
        ? (first?.sent ?? 0) - (second?.sent ?? 0)
        : Number(isNoisy(a)) - 0.5,
    );
    for (const [group, list] of free) {
      const taken = list.splice(0, size - batch.length);
      batch.push(...taken);
      inFlight.set(group, flyingOf(group) + taken.length);
      if (list.length === 0) groups.delete(group);
      if (batch.length === size) break;
    }
    waiting -= batch.length;
    flying += batch.length;
    return batch;
  };
  function pump(): void {
    while (waiting > 0) {
      since ??= { at: now(), atWork: places };
      if (places >= Math.min(ScalingConfig.MaximumConcurrency, batchesAfter(now() - since.at, since.atWork)))
        return pumpLater(100);
      const rest =
        windowS * 1_000 - now() + Math.min(...[...groups.values()].map(([first]) => first?.sent ?? 0));
      if (waiting < size && rest > 0) return pumpLater(rest);
      const batch = takeBatch();
      if (batch.length === 0) return;
      places++;
      const held = new Set(batch);
      const free = (message: Message) => {
        if (!held.delete(message)) return;
        inFlight.set(message.group, flyingOf(message.group) - 1);
        flying--;
        pump();
      };
      const end = () => {
        places--;
        for (const message of batch) free(message);
        pump();
      };
      after(call(), () => work(batch, free, end));
    }
    since = undefined;
  }
  return (message: Message, group: string) => {
    const list = groups.get(group) ?? [];
    list.push({ ...message, group, sent: now() });
    groups.set(group, list);
    waiting++;
    pump();
  };
}

/**
 * From commit to first attempt, in ms, for the events of all but the neighbour: stream, fan-out, first and
 * slow lane, with the mappings of the template and the twin's models of AWS, in virtual time. How late a
 * stream shows a write and a queue a message is not published, and left out.
 */
export function firstAttempts(mappings: Record<"fanOut" | "first" | "slow" | "stream", Json>, load: Load) {
  const here = world();
  const { random, after, between, call, invoke, now } = here;
  const committed = new Map<number, number>();
  const waits: number[] = [];
  const isSlow = new Set<number>();
  const attempt = (message: Message, done: () => void) => {
    const at = committed.get(message.id);
    if (at !== undefined) waits.push(now() - at);
    committed.delete(message.id);
    const isDead = message.endpoint <= load.dead * ENDPOINTS;
    after(isDead ? HANGS : between(20, 400), () => {
      const retryS = schedules.live[message.attempts];
      if (isDead) isSlow.add(message.endpoint);
      if (isDead && retryS)
        after(retryS * 1_000, () => toSlow({ ...message, attempts: message.attempts + 1 }));
      after(call(), done);
    });
  };
  const toSlow = (message: Message) => slow(message, String(message.endpoint));
  const signer =
    (isFirst: boolean): Work =>
    (batch, free, end) =>
      invoke("signer", (ended) => {
        let left = batch.length;
        const done = (message: Message) => {
          left--;
          if (left > 0) return after(LINGER + call(), () => free(message));
          ended();
          after(call(), end);
        };
        const follow = (message: Message) => {
          const isHeldUp = isSlow.has(message.endpoint) || now() - message.sent > LONG_WAIT;
          if (!isFirst || !isHeldUp) return attempt(message, () => done(message));
          toSlow(message);
          done(message);
        };
        for (const message of batch) after(call() + call(), () => follow(message));
      });
  const slow = lane(here, mappings.slow, false, signer(false));
  const first = lane(here, mappings.first, true, signer(true));
  const fanOut = lane(here, mappings.fanOut, false, (batch, _, end) =>
    invoke("fan-out", (ended) =>
      after(call() + call() + call(), () => {
        for (const each of batch) first(each, `${each.endpoint}.${Math.floor(random() * MAX_AT_ONCE)}`);
        ended();
        after(call(), end);
      }),
    ),
  );
  const shards = Array.from({ length: SHARDS }, (): Message[] => []);
  const poll = (shard: Message[]): void => {
    const batch = shard.splice(0, mappings.stream.BatchSize);
    if (batch.length === 0) return after(POLL, () => poll(shard));
    invoke("relay", (ended) =>
      after(call(), () => {
        for (const each of batch) fanOut(each, "");
        ended();
        after(POLL, () => poll(shard));
      }),
    );
  };
  for (const shard of shards) after(random() * POLL, () => poll(shard));
  let lastId = 0;
  const commit = (perS: number, endpointOf: () => number): void => {
    if (perS === 0) return;
    const message = { id: ++lastId, endpoint: endpointOf(), group: "", sent: 0, attempts: 0 };
    if (message.endpoint !== NOISY) committed.set(message.id, now());
    shards[Math.floor(random() * SHARDS)]?.push(message);
    after((-Math.log(1 - random()) / perS) * 1_000, () => commit(perS, endpointOf));
  };
  commit(load.eventsPerS, () => 1 + Math.floor(random() * ENDPOINTS));
  commit(load.noisyPerS, () => NOISY);
  here.runFor(load.seconds * 1_000);
  return [...waits, ...[...committed.values()].map((at) => now() - at)];
}
