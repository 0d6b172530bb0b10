import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { addressOf, type Owner } from "../../shared/domain/item/owner.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { type PayoutRail, settleAtOnce } from "../../shared/domain/payout/payout-rail.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { sandboxRail } from "../../shared/domain/payout/sandbox-rail.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { newDriver, newOwner } from "../store/payout-steps.ts";
import { store } from "../store/store.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

const queues = await startQueues();
const { handler } = await import("../../functions/events/settle-payout.ts");
const { handler: sweep } = await import("../../functions/webhooks/sweep-deliveries.ts");
const { handler: hearRail } = await import("../../functions/pages/hear-rail.ts");
const { relayEntry } = await import("../../shared/queues/relay-entry.ts");
const { dueShardOf, keys } = await import("../../shared/store/keys/keys.ts");
const { listEvents } = await import("../../shared/store/event/events.ts");
const { findItem } = await import("../../shared/store/table/reads.ts");

const sandbox = { ...sandboxRail };
/** Each test has a day of its own, so no sweep finds the payouts of another. */
let created = Date.parse("2126-11-21T09:30:00.000Z");
beforeEach(() => {
  created += 86_400_000;
  queues.messages.length = 0;
  queues.delays.length = 0;
});
afterEach(() => {
  Object.assign(sandboxRail, sandbox, { foresee: sandbox.foresee, hear: undefined });
  jest.restoreAllMocks();
});

const iso = (seconds: number) => new Date(created + seconds * 1000).toISOString();
const at = <T>(seconds: number, act: () => Promise<T>) => atInstant(created + seconds * 1000, act);
const record = (body: string) => ({ messageId: body, body }) as never;
/** Follows hints, `seconds` after the creation of the payouts. Returns how many failed. */
const follow = async (seconds: number, hints: readonly string[]) =>
  at(seconds, async () => {
    const { batchItemFailures } = await handler({ Records: hints.map(record) });
    return batchItemFailures.length;
  });
/** The hints of a sweep, without delivering them. */
const swept = async (seconds: number): Promise<string[]> => {
  const before = queues.messages.length;
  await at(seconds, sweep);
  return queues.messages.slice(before);
};

async function payout(bank_last4 = "1111", owner: Owner = newOwner(), driver?: string) {
  const driver_id = driver ?? (await newDriver(owner));
  const body = { driver_id, amount: 10_000, currency: "usd", method: "standard" } as const;
  const now = new Date(created);
  const stored = settleAtOnce(sandboxRail, { ...createPayout(body, undefined, now), bank_last4 }, now);
  expect(await store.putPayout(owner, stored, undefined)).toBe("stored");
  const find = () => store.findPayout(owner, stored.id) as Promise<Payout>;
  const address = addressOf(owner, stored.id);
  return {
    owner,
    stored,
    address,
    find,
    key: keys.payment(owner, stored.id),
    hint: JSON.stringify({ payouts: [address] }),
    status: async () => (await find()).status,
    /** The instant at which the due index has it. */
    place: async () => {
      const item = await findItem(keys.payment(owner, stored.id));
      expect([item?.by_due === undefined, item?.due_at]).toEqual([
        item?.due_at === undefined,
        (await find()).due_at,
      ]);
      return item?.due_at;
    },
    completions: async () =>
      (await listEvents(owner, {}, { limit: 10 }, new Date(created))).data.map(({ type }) => type),
  };
}

/** Knows the outcomes of some payouts. Of others it says when to ask again, in seconds from now. */
function tellingRail(again: number, known: Set<string>): jest.Mock<PayoutRail["next"]> {
  const next = jest.fn<PayoutRail["next"]>(async (payouts, now) =>
    payouts.map(({ id, status }) => {
      if (status !== "pending") return null;
      const later = new Date(now.getTime() + again * 1000).toISOString();
      return { transition: "complete", at: known.has(id) ? now.toISOString() : later };
    }),
  );
  Object.assign(sandboxRail, { next, foresee: undefined });
  return next;
}

test("a new payout's own hint comes when it is due, and one call settles it and takes it out of the index", async () => {
  const due = await payout();
  expect(await due.place()).toBe(iso(60));
  await at(0.4, async () => relayEntry({ ...due.stored, ...due.key }));
  expect(queues.messages).toEqual([due.hint]);
  expect(queues.delays).toEqual([60]);
  expect(await follow(60.2, [due.hint])).toBe(0);
  expect([await due.status(), await due.place()]).toEqual(["completed", undefined]);
});

test("doubled, late and early hints pay once, and a hint that comes too early is sent again", async () => {
  const due = await payout();
  await follow(58, [due.hint, due.hint]);
  expect([await due.status(), await due.place(), queues.delays]).toEqual(["pending", iso(60), [2, 2]]);
  await follow(61, [due.hint, due.hint, due.hint]);
  await follow(700, [due.hint]);
  expect([await due.status(), await due.completions()]).toEqual(["completed", ["payment.completed"]]);
});

test("the sweeper sends a lost hint again within six minutes, and leaves other payouts to their own hints", async () => {
  const due = await payout();
  expect(await swept(0)).toEqual([]);
  expect(await swept(90)).toEqual([]);
  const hints = await swept(60 + 300);
  expect(hints).toEqual([due.hint]);
  await follow(361, hints);
  expect(await due.status()).toBe("completed");
  expect(await swept(420)).toEqual([]);
});

test("late payouts of a shard that outnumber the hints in the queue all get one, and others only reminders", async () => {
  const many = await Promise.all(Array.from({ length: 40 }, () => payout()));
  const shards = [...Map.groupBy(many, ({ stored }) => dueShardOf(stored.id, "payment")).values()];
  const most = Math.max(...shards.map(({ length }) => length));
  const before = queues.waiting.payouts;
  queues.waiting.payouts = { waiting: most - 1 };
  const ids = (await swept(60 + 450)).flatMap((hint) => JSON.parse(hint).payouts).sort();
  queues.waiting.payouts = before ?? {};
  const expected = shards.filter(({ length }) => length === most).flat();
  expect(expected.length).toBeGreaterThan(2);
  expect(ids).toEqual(expected.map(({ address }) => address).sort());
  await follow(
    331,
    many.map(({ hint }) => hint),
  );
});

test("a rail's fault fails the message alone, and the payout stays due", async () => {
  const due = await payout();
  jest.spyOn(sandboxRail, "next").mockRejectedValueOnce(new Error("The rail does not answer"));
  expect(await follow(60, [due.hint])).toBe(1);
  expect([await due.status(), await due.place()]).toEqual(["pending", iso(60)]);
  expect(await follow(61, [due.hint])).toBe(0);
  expect(await due.status()).toBe("completed");
});

test("a rail that can only be polled is asked about fifty payouts at once, and pays each once", async () => {
  const known = new Set<string>();
  const next = tellingRail(3_600, known);
  const owner = newOwner();
  const driver = await newDriver(owner);
  const payouts = await Promise.all(Array.from({ length: 120 }, () => payout("1111", owner, driver)));
  await follow(1, [JSON.stringify({ payouts: payouts.slice(0, 100).map(({ address }) => address) })]);
  await follow(1, [JSON.stringify({ payouts: payouts.slice(100).map(({ address }) => address) })]);
  expect(next.mock.calls.map(([payouts]) => payouts.length)).toEqual([100, 20]);
  expect(new Set(await Promise.all(payouts.map(({ place }) => place())))).toEqual(new Set([iso(3_601)]));

  const hints = await swept(3_590);
  const batches = (sent: string[]) => sent.map((each) => JSON.parse(each).payouts.length);
  expect(batches(hints).reduce((sum, size) => sum + size, 0)).toBe(120);
  next.mockClear();
  await follow(3_602, hints);
  // The sweeper reads 16 shards, each with a page of its own.
  expect(next.mock.calls.length).toBeLessThanOrEqual(16);
  expect(await swept(3_650)).toEqual([]);

  for (const { stored } of payouts) known.add(stored.id);
  const last = await swept(3_602 + 3_540);
  await follow(3_602 + 3_601, [...last, ...last]);
  expect(new Set(await Promise.all(payouts.map(({ status }) => status())))).toEqual(new Set(["completed"]));
  expect(await swept(20_000)).toEqual([]);
}, 60_000);

test("a rail that calls back is heard by its signature alone, and a call that never comes is made up for", async () => {
  const known = new Set<string>();
  tellingRail(3 * 86_400, known);
  const sign = (body: string) => createHmac("sha256", "secret of the rail").update(body).digest("hex");
  sandboxRail.hear = async ({ headers, body }) =>
    headers["x-rail-signature"] === sign(body) ? JSON.parse(body).transfers : undefined;
  const heard = await payout();
  const unheard = await payout();
  await follow(1, [heard.hint, unheard.hint]);
  queues.messages.length = 0;
  const call = (mode: string, signature: string, body: string) => {
    const headers = { "x-rail-signature": signature };
    const event = gatewayEvent("POST", { path: `/rails/${mode}`, params: { mode }, headers, body });
    return hearRail(event, {} as never);
  };
  const body = JSON.stringify({ transfers: [heard.address] });
  for (const [mode, signature] of [
    ["test", sign(`${body} `)],
    ["test", ""],
    ["live", sign(body)],
    ["elsewhere", sign(body)],
  ] as const)
    expect(await call(mode, signature, body)).toMatchObject({ statusCode: 404 });
  expect(queues.messages).toEqual([]);

  known.add(heard.stored.id);
  expect(await call("test", sign(body), body)).toMatchObject({ statusCode: 204 });
  await follow(7_200, [...queues.messages, ...queues.messages]);
  expect([await heard.status(), await heard.place()]).toEqual(["completed", undefined]);
  known.add(unheard.stored.id);
  const late = await swept(3 * 86_400 - 30);
  expect(late).toEqual([unheard.hint]);
  await follow(3 * 86_400 + 2, late);
  expect(await unheard.status()).toBe("completed");
});
