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
type Mappings = Record<"fanOut" | "first" | "slow" | "stream", Json>;
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
    if (taken) return void after(1_000, () => invoke(name, act));
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

/** Waiting messages by group. A FIFO queue has one batch of a group at work, and another one is fair. */
function messageGroups(isFifo: boolean) {
  const groups = new Map<string, Message[]>();
  const inFlight = new Map<string, number>();
  let [waiting, flying] = [0, 0];
  const flyingOf = (group: string) => inFlight.get(group) ?? 0;
  /** A fair queue leaves a group for last that has 30 messages in flight, and a tenth of all. */
  const isNoisy = (group: string) => !isFifo && flyingOf(group) >= Math.max(30, flying / 10);
  return {
    waiting: () => waiting,
    oldest: () => Math.min(...[...groups.values()].map(([first]) => first?.sent ?? 0)),
    add: (message: Message) => {
      const list = groups.get(message.group) ?? [];
      list.push(message);
      groups.set(message.group, list);
      waiting++;
    },
    take: (size: number): Message[] => {
      const batch: Message[] = [];
      const free = [...groups].filter(([group]) => !isFifo || flyingOf(group) === 0);
      const rank = ([group, [first]]: [string, Message[]]) =>
        (isNoisy(group) ? 1e12 : 0) + (first?.sent ?? 0);
      for (const [group, list] of free.sort((a, b) => rank(a) - rank(b))) {
        const taken = list.splice(0, size - batch.length);
        batch.push(...taken);
        inFlight.set(group, flyingOf(group) + taken.length);
        if (list.length === 0) groups.delete(group);
        if (batch.length === size) break;
      }
      waiting -= batch.length;
      flying += batch.length;
      return batch;
    },
    done: ({ group }: Message) => {
      inFlight.set(group, flyingOf(group) - 1);
      flying--;
    },
  };
}

/** A queue and its mapping. */
function lane({ after, call, now }: World, mapping: Json, isFifo: boolean, work: Work) {
  const { BatchSize: size, MaximumBatchingWindowInSeconds: windowS = 0, ScalingConfig } = mapping;
  const groups = messageGroups(isFifo);
  let [places, isSet] = [0, false];
  let since: { at: number; atWork: number } | undefined;
  const pumpLater = (ms: number) => {
    if (isSet) return;
    isSet = true;
    after(ms, () => {
      isSet = false;
      pump();
    });
  };
  const begin = (batch: Message[]) => {
    places++;
    const held = new Set(batch);
    const free = (message: Message) => {
      if (!held.delete(message)) return;
      groups.done(message);
      pump();
    };
    const end = () => {
      places--;
      for (const message of batch) free(message);
      pump();
    };
    after(call(), () => work(batch, free, end));
  };
  function pump(): void {
    while (groups.waiting() > 0) {
      since ??= { at: now(), atWork: places };
      const most = Math.min(ScalingConfig.MaximumConcurrency, batchesAfter(now() - since.at, since.atWork));
      if (places >= most) return void pumpLater(100);
      const rest = windowS * 1_000 - now() + groups.oldest();
      if (groups.waiting() < size && rest > 0) return void pumpLater(rest);
      const batch = groups.take(size);
      if (batch.length === 0) return;
      begin(batch);
    }
    since = undefined;
  }
  return (message: Message, group: string) => {
    groups.add({ ...message, group, sent: now() });
    pump();
  };
}

/** Both lanes of the signer. Returns the first. */
function signers(here: World, mappings: Mappings, load: Load, begun: (message: Message) => void) {
  const { after, between, call, invoke, now } = here;
  const isSlow = new Set<number>();
  const attempt = (message: Message, done: () => void) => {
    begun(message);
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
  return lane(here, mappings.first, true, signer(true));
}

/**
 * From commit to first attempt, in ms, for the events of all but the neighbour: stream, fan-out, first and
 * slow lane, with the mappings of the template and the twin's models of AWS, in virtual time. How late a
 * stream shows a write and a queue a message is not published, and left out.
 */
export function firstAttempts(mappings: Mappings, load: Load): number[] {
  const here = world();
  const { random, after, call, invoke, now } = here;
  const committed = new Map<number, number>();
  const waits: number[] = [];
  const first = signers(here, mappings, load, ({ id }) => {
    const at = committed.get(id);
    if (at !== undefined) waits.push(now() - at);
    committed.delete(id);
  });
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
    if (batch.length === 0) return void after(POLL, () => poll(shard));
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
