import { expect, jest, test } from "@jest/globals";
import { firstIdAfter, lastIdBefore, sortableId } from "../../shared/domain/item/ids.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { type PayoutStatus, type PayoutTransition, settlePayout } from "../../shared/domain/payout/payout.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { countsOf, keys } from "../../shared/store/keys/keys.ts";
import type { PageQuery } from "../../shared/store/table/pages.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, newDriver, newOwner, newPayout } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const { table, transact, put } = store;

test("a payout of a driver is found by its status behind many others, in few calls", async () => {
  const owner = newOwner();
  const payout = await newPayout(owner, await newDriver(owner), 5_000);
  const { by_driver } = (await engine.items("PAYMENT")).find(({ sk }) => sk === payout.id) ?? {};
  const others = Array.from({ length: 900 }, () => {
    const id = sortableId("pay_", tick());
    return { ...keys.payment(owner, id), ...payout, by_driver, id, status: "completed" };
  });
  for (let i = 0; i < others.length; i += 100)
    await transact(others.slice(i, i + 100).map((item) => put(item)));
  const sent = jest.spyOn(table, "send");
  const listed = async (status: PayoutStatus, query: PageQuery) => {
    sent.mockClear();
    const { data, has_more } = await store.listPayouts(owner, { driver_id: payout.driver_id, status }, query);
    return [data.map(({ id }) => id), has_more, sent.mock.calls.length];
  };
  const [newest, next] = others
    .slice(-2)
    .reverse()
    .map(({ id }) => id);
  expect(await listed("completed", { limit: 1 })).toEqual([[newest], true, 1]);
  expect(await listed("completed", { limit: 1, starting_after: newest })).toEqual([[next], true, 1]);
  expect(await listed("pending", { limit: 10 })).toEqual([[payout.id], false, 5]);
  sent.mockRestore();
});

test("a payout of a new sandbox comes after its starting money", async () => {
  const owner = newOwner();
  await newPayout(owner, await newDriver(owner), 5_000);
  const unfiltered = { type: undefined, from: undefined, to: undefined };
  const { data } = await store.listLedgerEntries(owner, unfiltered, { limit: 9 });
  expect(data.map(({ type }) => type)).toEqual(["payout_created", "funding"]);
});

test("a payout that two callers move from the status that both have read moves once", async () => {
  const owner = newOwner();
  const before = await newPayout(owner, await newDriver(owner), 5_000);
  const move = (to: PayoutTransition) =>
    store.movePayout(owner, before, to, settlePayout(before, to, tick()));
  expect([await move("complete"), await move("fail"), await audited(owner)]).toEqual([true, false, []]);
});

test("a payout gives a correction no more than its driver holds of it", async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const before = await newPayout(owner, driver, 5_000);
  const take = (cents: number) =>
    correct(owner, before.entries[0] ?? "", [`driver:${driver}`, "funds", cents]);
  expect(await take(1)).toBe("payout_pending");
  await store.movePayout(owner, before, "complete", settlePayout(before, "complete", tick()));
  expect([await take(5_001), await take(4_000)]).toEqual([
    "holds_too_little",
    expect.objectContaining({ type: "correction" }),
  ]);
  const corrected = (await store.findPayout(owner, before.id)) ?? before;
  await store.movePayout(owner, corrected, "refund", settlePayout(corrected, "refund", tick()));
  const refunded = (await store.findPayout(owner, before.id)) ?? before;
  expect(publicPayout(refunded).refunded_amount).toBe(1_000);
});

test.each([
  ["returned", 0],
  ["repaid", 5_000],
] as const)(
  "a payout of New Year's Eve counts on its day, its entry on the next, and the year of that has, after it was %s in another, %d cents",
  async (refund_reason, left) => {
    const owner = newOwner();
    const driver_id = await newDriver(owner);
    const request = { driver_id, amount: 5_000, currency: "usd", method: "standard" } as const;
    const payout = createPayout(request, undefined, new Date("2126-12-31T23:59:00Z"));
    await store.putPayout(owner, payout, undefined);
    const move = async (to: PayoutTransition, at: string) => {
      const before = (await store.findPayout(owner, payout.id)) ?? payout;
      const after = settlePayout(before, to, new Date(at), { refund_reason });
      await store.movePayout(owner, before, to, after);
    };
    await move("complete", "2127-01-01T10:00:00Z");
    const days = [
      ["2126-12-30T23:59:59.999Z", "2127-01-01T00:00:00.000Z"],
      ["2126-12-31T23:59:59.999Z", "2127-01-02T00:00:00.000Z"],
    ] as const;
    const counted = days.map(async ([after, before]) => {
      const within = (prefix: string) => ({
        from: firstIdAfter(prefix, after),
        to: lastIdBefore(prefix, before),
      });
      return [
        await store.countPayouts(owner, { status: "completed", ...within("pay_") }),
        await store.countLedgerEntries(owner, { type: "payout_completed", ...within("txn_") }),
      ];
    });
    expect(await Promise.all(counted)).toEqual([
      [1, 0],
      [0, 1],
    ]);
    await move("refund", "2128-03-01T10:00:00Z");
    const paid = [2126, 2127, 2128].map(
      async (year) => (await store.findDriverYear(owner, driver_id, year))?.paid,
    );
    expect(await Promise.all(paid)).toEqual([0, left, 0]);
  },
);

test("a payout that is older than the ledger is an error that says what to do", async () => {
  const owner = newOwner();
  const { entries: _, ...older } = await newPayout(owner, await newDriver(owner), 5_000);
  await transact([put({ ...keys.payment(owner, older.id), ...older })]);
  const read = store.findPayout(owner, older.id);
  await expect(read).rejects.toMatchObject({
    name: "PayoutBeforeLedger",
    message: expect.stringContaining("npm start -- --reset"),
  });
});

async function stored(total: number) {
  const owner = newOwner();
  const now = new Date();
  const standing = { account_id: owner.account_id, tier: "starter", verified: true } as const;
  const batch = newBatch(total, newKeyRecord(standing, "test", [], now), undefined, now);
  await store.putBatch(owner, batch, Array(total).fill({}), undefined);
  return { owner, batch, now };
}

test("of workers that make a payout of a batch at once, one makes it, and none can reject it afterwards", async () => {
  const { owner, batch, now } = await stored(1);
  const driver_id = await newDriver(owner);
  const make = async () => {
    const body = { driver_id, amount: 500, currency: "usd", method: "instant" } as const;
    const payout = createPayout(body, undefined, new Date());
    const result = store.resultWrite(owner, batch.id, 0, { payout_id: payout.id });
    return store.putPayout(owner, payout, result);
  };
  const outcomes = await Promise.allSettled([make(), make(), make()]);
  const refused = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused.map(({ reason }) => reason instanceof store.AlreadyAnswered)).toEqual([true, true]);
  const problem = { code: "internal_error", message: "m", param: null };
  expect(await store.putResult(owner, batch.id, 0, { problem })).toBe(false);
  expect((await store.listPayouts(owner, {}, { limit: 10 })).data).toHaveLength(1);
  const shards = (await engine.items("COUNT")).filter(({ pk }) => pk === countsOf(owner, "payments"));
  expect(shards.reduce((sum, { pending = 0 }) => sum + Number(pending), 0)).toBe(1);
  expect(await store.completeBatch(owner, batch, now)).toBe(true);
  expect(await store.findPayoutBatch(owner, batch.id)).toMatchObject({ created: 1, rejected: 0 });
});

test("a batch is leased once, is lost two minutes after its lease, and not completed without each result", async () => {
  const { owner, batch, now } = await stored(2);
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const ends = [30.1, 30.2, 30.3, 30.4, 30.5, 30.6, 30.7, 30.8].map(at);
  const leases = await Promise.all(ends.map((until) => store.leaseBatch(owner, batch.id, at(0), until)));
  expect(leases.filter(Boolean)).toHaveLength(1);
  const isLost = async (seconds: number) =>
    (await store.listLostBatches(at(seconds))).lost.some(({ batch_id }) => batch_id === batch.id);
  expect([await isLost(140), await isLost(155)]).toEqual([false, true]);
  await store.putResult(owner, batch.id, 1, { problem: { code: "c", message: "m", param: null } });
  expect(await store.completeBatch(owner, batch, now)).toBe(false);
  expect(await store.findOpenPayouts(owner, batch.id, 0)).toEqual([{ index: 0, payout: {} }]);
});
