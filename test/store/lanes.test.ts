import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { MailMessage } from "../../shared/domain/event/outbox.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { emailsOf } from "../../shared/domain/share/lane.ts";
import { DAY } from "../../shared/domain/limit/window.ts";
import { type Asked, Lane } from "../domain/lane-model.ts";
import { engine, store } from "./store.ts";

Object.assign(process.env, { LIMITER_DEADLINE_MS: "10000", CONFIRMATIONS_PER_HOUR: "20" });

/** In the future: an engine deletes expired items by its own clock. No two runs share a day. */
let days = Date.parse("2126-11-21T00:00:00Z");
const freshDays = (): number => {
  days += 6 * DAY * 1000;
  return days;
};
let names = 0;
const freshNetwork = () => `10.${(names >> 8) & 255}.${names++ & 255}.0/24`;
const ALL = Number.MAX_SAFE_INTEGER;

const asks = fc.array(
  fc.record({
    network: fc.integer({ min: 0, max: 3 }),
    gap: fc.integer({ min: 1, max: 15 * 60_000 }),
    sweeps: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

test("emails go and wait as in the model, and those that wait go in its order", async () => {
  await fc.assert(
    fc.asyncProperty(asks, async (turns) => {
      const model = new Lane(emailsOf("creation", 20));
      const networks = Array.from({ length: 4 }, freshNetwork);
      const requests: Asked[] = [];
      const waiting = new Map<string, Asked>();
      let now = freshDays();
      const sweep = async (at: number) => {
        model.sweep(at);
        for (const { place, message } of await store.firstWaiting("creation", 50)) {
          const { entry_id, turn } = message as { entry_id: string; turn: number };
          const line = { lane: "creation", turn, entry_id, isNext: true } as const;
          if ((await store.transactInLine(line, [], new Date(at))) === "waits") break;
          expect(waiting.get(entry_id)?.sentAt).toBe(at);
          await store.deleteWaiting("creation", place);
          waiting.delete(entry_id);
        }
      };
      for (const { network, gap, sweeps } of turns) {
        now += gap;
        if (sweeps) await sweep(now - 1);
        const at = new Date(now);
        const name = networks[network] as string;
        const { turn } = (await store.takeTurn("creation", name, ALL, at)) as { turn: number };
        const request = model.ask(name, now, turn);
        requests.push(request);
        const line = {
          lane: "creation",
          turn: request.turn,
          entry_id: sortableId("", at),
          isNext: false,
        } as const;
        const outcome = await store.transactInLine(line, [], at);
        expect(outcome).toBe(request.sentAt === now ? "done" : "waits");
        if (outcome !== "waits") continue;
        waiting.set(line.entry_id, request);
        await store.putWaiting(line, {} as MailMessage, at);
      }
      for (let i = 0; waiting.size > 0 && i < 200; i++) {
        now += 20 * 60_000;
        await sweep(now);
      }
      expect(requests.every(({ sentAt }) => sentAt !== undefined)).toBe(true);
      expect(await store.firstWaiting("creation", 1)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test("of 90 parallel requests, exactly the room is taken, whichever part has it", async () => {
  const now = new Date(freshDays());
  const taken = async (count: number, networks: number) => {
    const parts = Array.from({ length: 90 }, (_, i) =>
      store.partOf("sandbox_keys", { count, seconds: 3_600 }, String(i % networks)),
    );
    const answers = await Promise.all(
      parts.map((part) =>
        store.takePlace({ ...part, name: `${count}#${part.name}` }, 0, now).catch(() => "busy"),
      ),
    );
    return answers.filter((full) => full === undefined).length;
  };
  expect(await taken(20, 1)).toBeLessThanOrEqual(10);
  expect(await taken(20, 1)).toBe(0);
});

test("a large lane has parts, which have its count together", () => {
  const window = { count: 7_000, seconds: 60 };
  const parts = new Map(
    Array.from({ length: 2_000 }, (_, i) => store.partOf("sandbox_signups", window, String(i))).map(
      (part) => [part.name, part.room.most],
    ),
  );
  expect(parts.size).toBe(12);
  const sum = [...parts.values()].reduce((total, most) => total + most, 0);
  expect(sum).toBeGreaterThan(3_480);
  expect(sum).toBeLessThanOrEqual(3_500);
});

describe("a network", () => {
  test("its turns count in each lane alone, a returned one is given again, and two days later they begin anew", async () => {
    const network = freshNetwork();
    const now = new Date(freshDays());
    const take = (lane: "press" | "account", at = now) => store.takeTurn(lane, network, ALL, at);
    expect(await take("press")).toEqual({ turn: 0 });
    expect(await take("press")).toEqual({ turn: 1 });
    expect(await take("account")).toEqual({ turn: 0 });
    await store.returnTurn("press", network, now);
    expect(await take("press")).toEqual({ turn: 1 });
    expect(await take("press", new Date(now.getTime() + 2 * DAY * 1000))).toEqual({ turn: 0 });
  });

  test("above its part of the day it gets no turn until the end of its two days", async () => {
    const network = freshNetwork();
    const now = new Date(freshDays());
    for (let turn = 0; turn < 3; turn++)
      expect(await store.takeTurn("press", network, 3, now)).toEqual({ turn });
    const { fullUntil = 0 } = (await store.takeTurn("press", network, 3, now)) as { fullUntil?: number };
    expect(fullUntil).toBeGreaterThan(now.getTime());
    expect(fullUntil).toBeLessThanOrEqual(now.getTime() + 2 * DAY * 1000);
    expect(await store.takeTurn("press", network, 3, new Date(fullUntil))).toEqual({ turn: 0 });
  });

  test("a blocked network gets no turn until the block ends, and the list names it and what it asked for", async () => {
    const network = freshNetwork();
    const now = new Date(freshDays());
    const end = new Date(now.getTime() + 3 * DAY * 1000);
    const mine = async (at: Date) => (await store.listNetworks(at)).find((lane) => lane.network === network);
    await store.takeTurn("press", network, ALL, now);
    expect(await mine(now)).toEqual({ network, lanes: { press: 1 } });
    await store.putBlock(network, end, now);
    expect(await mine(now)).toEqual({ network, lanes: { press: 1 }, blocked_until: end.getTime() });
    expect(await store.takeTurn("press", network, ALL, now)).toEqual({ blockedUntil: end.getTime() });
    expect(await mine(end)).toBeUndefined();
    expect(await store.takeTurn("press", network, ALL, end)).toEqual({ turn: 0 });
    await store.putBlock(network, end, now);
    await store.putBlock(network, undefined, now);
    expect(await store.takeTurn("press", network, ALL, now)).toEqual({ turn: 1 });
  });

  test("the table keeps a network for its two days, or for a day after its block", async () => {
    const network = freshNetwork();
    const now = new Date(freshDays());
    await store.takeTurn("press", network, ALL, now);
    const ttl = async () => (await engine.items("NETWORK")).find(({ sk }) => sk === network)?.ttl as number;
    expect(await ttl()).toBeLessThanOrEqual(now.getTime() / 1000 + 2 * DAY);
    await store.putBlock(network, new Date(now.getTime() + DAY * 1000), now);
    expect(await ttl()).toBe(now.getTime() / 1000 + 2 * DAY);
  });
});
