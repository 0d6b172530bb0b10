import { expect, test } from "@jest/globals";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { countsOf } from "../../shared/store/keys/keys.ts";
import { newDriver, newOwner } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const { AlreadyAnswered } = store;

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
    const asked = { driver_id, amount: 500, currency: "usd", method: "instant" } as const;
    const payout = createPayout(asked, undefined, new Date());
    const result = store.resultWrite(owner, batch.id, 0, { payout_id: payout.id });
    return store.putPayout(owner, payout, result);
  };
  const outcomes = await Promise.allSettled([make(), make(), make()]);
  const refused = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused.map(({ reason }) => reason instanceof AlreadyAnswered)).toEqual([true, true]);
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
  const leases = await Promise.all([1, 2].map((i) => store.leaseBatch(owner, batch.id, at(0), at(30 + i))));
  expect(leases.filter(Boolean)).toHaveLength(1);
  const isLost = async (seconds: number) =>
    (await store.listLostBatches(at(seconds))).lost.some(({ batch_id }) => batch_id === batch.id);
  expect([await isLost(140), await isLost(155)]).toEqual([false, true]);
  await store.putResult(owner, batch.id, 1, { problem: { code: "c", message: "m", param: null } });
  expect(await store.completeBatch(owner, batch, now)).toBe(false);
  expect(await store.findOpenPayouts(owner, batch.id, 0)).toEqual([{ index: 0, payout: {} }]);
});
