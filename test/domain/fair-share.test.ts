import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  emailLanes,
  emailsOf,
  keysOf,
  laneRoom,
  maxOfNetwork,
  mayGoAt,
  placesNeeded,
} from "../../shared/domain/share/lane.ts";
import { HOUR } from "../../shared/domain/limit/window.ts";
import { type Asked, Lane } from "./lane-model.ts";

const MINUTE_MS = 60_000;
const PER_HOUR = 1_000;
const inWindow = (instants: readonly number[], end: number, ms: number) =>
  instants.filter((at) => at > end - ms && at <= end).length;

const window = fc.record({ count: fc.integer({ min: 2, max: 300 }), seconds: fc.constantFrom(60, 3_600) });
const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 90_000 })), {
  minLength: 1,
  maxLength: 400,
});

test("no window has more than its count, however the requests arrive", () => {
  fc.assert(
    fc.property(window, gaps, ({ count, seconds }, between) => {
      const lane = new Lane({ count, seconds });
      let now = 0;
      for (const [i, gap] of between.entries()) {
        now += gap;
        lane.take(`n${i}`, now);
        expect(inWindow(lane.taken, now, seconds * 1000)).toBeLessThanOrEqual(count);
      }
    }),
  );
});

test("every turn fits into a lane that rests, and a later turn never needs less room", () => {
  fc.assert(
    fc.property(window, fc.integer({ min: 0, max: 10_000 }), (of, turn) => {
      const room = laneRoom(of);
      expect(placesNeeded(turn, room)).toBeLessThanOrEqual(room.most);
      expect(mayGoAt(turn, room, 1_000)).toBeLessThanOrEqual(mayGoAt(turn + 1, room, 1_000));
    }),
  );
});

const asks = fc.array(
  fc.record({ network: fc.integer({ min: 0, max: 6 }), gap: fc.integer({ min: 0, max: 4 * MINUTE_MS }) }),
  { minLength: 1, maxLength: 150 },
);
const counts = fc.integer({ min: 2, max: 40 });

/** Runs the requests, and then minutes until nothing waits. */
function run(count: number, callers: { network: number; gap: number }[]) {
  const lane = new Lane({ count, seconds: HOUR });
  let now = 0;
  let minute = MINUTE_MS;
  const requests: Asked[] = [];
  const sweepUntil = (end: number) => {
    for (; minute <= end; minute += MINUTE_MS) lane.sweep(minute);
  };
  for (const { network, gap } of callers) {
    now += gap;
    sweepUntil(now);
    requests.push(lane.ask(String(network), now));
  }
  for (let i = 0; lane.waits() && i < 100_000; i++) sweepUntil(minute);
  return { lane, requests };
}

test("nothing is lost, and everything is sent once", () => {
  fc.assert(
    fc.property(counts, asks, (count, callers) => {
      const { lane, requests } = run(count, callers);
      expect(requests.every(({ sentAt }) => sentAt !== undefined)).toBe(true);
      expect(lane.taken).toHaveLength(callers.length);
    }),
  );
});

test("no network's second goes before the first of another that waits, and of equal turns the oldest goes first", () => {
  fc.assert(
    fc.property(counts, asks, (count, callers) => {
      const { requests } = run(count, callers);
      for (const request of requests)
        for (const other of requests) {
          const bothWaited = other.at <= (request.sentAt ?? 0) && (other.sentAt ?? 0) > (request.sentAt ?? 0);
          // The other was there when this one went, so it has a later turn, or the same one and is younger.
          if (bothWaited)
            expect(
              [other.turn - request.turn, other.at - request.at].find((n) => n !== 0) ?? 0,
            ).toBeGreaterThanOrEqual(0);
        }
    }),
    { numRuns: 60 },
  );
});

test("a lane in which something waits loses no room: it sends all that comes back", () => {
  fc.assert(
    fc.property(counts, asks, (count, callers) => {
      const { requests } = run(count, callers);
      const room = laneRoom({ count, seconds: HOUR });
      const sent = requests.map(({ sentAt = 0 }) => sentAt);
      for (const { at, sentAt = 0 } of requests) {
        const came = Math.floor((sentAt - at) / room.every);
        const went = sent.filter((instant) => instant >= at && instant <= sentAt).length;
        // A minute's run may be up to a minute late, and its own place is one.
        expect(went).toBeGreaterThanOrEqual(
          Math.min(came, callers.length) - Math.ceil(MINUTE_MS / room.every) - 1,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test("the lanes of emails have together what an hour has", () => {
  expect(emailLanes.reduce((sum, lane) => sum + emailsOf(lane, PER_HOUR).count, 0)).toBe(PER_HOUR);
});

const lanes = emailLanes.map((lane) => [lane, emailsOf(lane, PER_HOUR)] as const);

/** Each network of the botnet asks six times a minute, as far as it may. A new person asks each minute. */
function attacked(networks: number, window: { count: number; seconds: number }, persons: number) {
  const lane = new Lane(window);
  const most = maxOfNetwork(window);
  const requests: Asked[] = [];
  for (let now = 0; now < persons * MINUTE_MS; now += 10_000) {
    for (let i = 0; i < networks; i++) if (lane.turnsOf(`bot${i}`) < most) lane.ask(`bot${i}`, now);
    if (now % MINUTE_MS === 0) {
      requests.push(lane.ask(`person${requests.length}`, now));
      lane.sweep(now);
    }
  }
  for (let now = persons * MINUTE_MS; now < 48 * HOUR * 1000; now += MINUTE_MS) lane.sweep(now);
  return requests.map(({ at, sentAt = Number.POSITIVE_INFINITY }) => sentAt - at);
}

for (const networks of [10, 100])
  test.each(lanes)(
    `with ${networks} networks, 60 emails of 60 persons in the lane %s arrive within a minute`,
    (_, window) => {
      const waits = attacked(networks, window, 60);
      expect(waits).toHaveLength(60);
      expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS);
    },
  );

test.each(lanes)(
  "with 1,000 networks, an email in the lane %s arrives within one fair round",
  (_, window) => {
    const { most, every } = laneRoom(window);
    const round = (1_000 - most + 1) * every;
    const [wait = Number.POSITIVE_INFINITY] = attacked(1_000, window, 1);
    expect(wait).toBeLessThanOrEqual(round + MINUTE_MS);
  },
);

/** Nothing waits for a sandbox key. The whole botnet asks before the person, whenever there is room. */
function untilKey(networks: number): number {
  const window = keysOf(30);
  const { every } = laneRoom(window);
  const lane = new Lane(window);
  for (let now = 0; now < 48 * HOUR * 1000; now += every) {
    for (let i = 0; i < networks; i++) lane.take(`bot${i}`, now);
    if (now >= 10 * every && lane.take("person", now)) return now - 10 * every;
  }
  return Number.POSITIVE_INFINITY;
}

test.each([10, 100])("with %i networks, a person gets a sandbox key at once", (networks) => {
  expect(untilKey(networks)).toBe(0);
});

test("with 1,000 networks, a person gets a sandbox key within one fair round", () => {
  const { most, every } = laneRoom(keysOf(30));
  expect(untilKey(1_000)).toBeLessThanOrEqual((1_000 - most + 1) * every);
});
