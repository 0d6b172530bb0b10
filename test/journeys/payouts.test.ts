import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lifetimePayouts, payoutStatus } from "../support/partner/payouts.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);
afterEach(() => cloud.inject());

test("an instant payout completes in the request and costs the greater of 25 cents and 1.5 %", async () => {
  const { id } = await partner.driver();
  for (const [amount, fee] of [
    [100, 25],
    [1_667, 25],
    [1_700, 26],
    [12_500, 188],
    [1_000_000, 15_000],
  ] as const) {
    const payout = await partner.payout(id, { amount });
    expect(payout).toMatchObject({
      object: "payout",
      status: "completed",
      method: "instant",
      currency: "usd",
      amount,
      fee,
      net_amount: amount - fee,
      driver_id: id,
      completed_at: payout.created_at,
      failure_code: null,
    });
    expect(payout.id).toMatch(/^pay_[0-9a-z]{26}$/);
    expect(await partner.read(`/v1/payments/${payout.id}`)).toEqual(payout);
  }
});

test("a standard payout is free, starts pending and completes after 60 seconds", async () => {
  const { id } = await partner.driver();
  const payout = await partner.payout(id, {
    method: "standard",
    description: "Week 47",
    metadata: { a: "b" },
  });
  expect(payout).toMatchObject({
    status: "pending",
    fee: 0,
    net_amount: 10_000,
    completed_at: null,
    description: "Week 47",
    metadata: { a: "b" },
  });
  await eventually(async () => (await payoutStatus(partner, payout.id)) === "completed");
  const { completed_at, created_at } = await partner.read(`/v1/payments/${payout.id}`);
  expect(Date.parse(completed_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(59_500);
  expect(await lifetimePayouts(partner, id)).toBe(10_000);
});

test.each([
  ["1113", "account_closed"],
  ["1116", "no_account"],
  ["2227", "insufficient_funds"],
  ["0020", "account_not_eligible"],
])("a payout to a bank account that ends in %s fails with %s", async (ending, failure_code) => {
  const { id } = await partner.driver();
  await partner.bankAccount(id, ending);
  const failed = { status: "failed", failure_code, completed_at: null };
  expect(await partner.payout(id)).toMatchObject(failed);
  const standard = await partner.payout(id, { method: "standard" });
  expect(standard).toMatchObject({ status: "pending", failure_code: null });
  await eventually(async () => (await payoutStatus(partner, standard.id)) === "failed");
  expect(await partner.read(`/v1/payments/${standard.id}`)).toMatchObject(failed);
  expect(await lifetimePayouts(partner, id)).toBe(0);
});
