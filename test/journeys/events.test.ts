import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import type { EventType } from "../../shared/domain/event/event-type.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);

test("each change emits exactly one event with the catalogue's type and fields", async () => {
  const driver = await partner.driver();
  await partner.call(`/v1/drivers/${driver.id}`, { method: "PATCH", json: { email: "b@example.com" } });
  const account = await partner.bankAccount(driver.id, "6789");
  const paid = await partner.payout(driver.id);
  await partner.call(`/v1/test_helpers/payments/${paid.id}/refund`, { method: "POST" });
  await partner.bankAccount(driver.id, "1113");
  const failed = await partner.payout(driver.id);

  const list = await partner.read("/v1/events?limit=100");
  expect(list.data.map(({ type }: Json) => type)).toEqual([
    "payment.failed",
    "driver.bank_account.added",
    "payment.refunded",
    "payment.completed",
    "driver.bank_account.added",
    "driver.updated",
    "driver.created",
  ]);
  expect(list).toMatchObject({ object: "list", has_more: false, total_count: 7 });
  for (const event of list.data) {
    expect(Object.keys(event)).toEqual(["id", "type", "created_at", "data"]);
    const { shape } = catalogue[event.type as EventType].data;
    expect(Object.keys(event.data).sort()).toEqual(Object.keys(shape).sort());
  }
  const dataOf = (index: number) => list.data[index].data;
  expect(dataOf(0)).toEqual({ ...failed, sequence: 1 });
  const refunded = {
    status: "refunded",
    fee_refunded: 150,
    refund_reason: "returned",
    refunded_amount: 10_000,
    refunded_at: expect.any(String),
  };
  expect(dataOf(2)).toEqual({ ...paid, ...refunded, sequence: 2 });
  expect(dataOf(3)).toEqual({ ...paid, sequence: 1 });
  expect(dataOf(4)).toEqual({
    id: account.id,
    object: "bank_account",
    driver_id: driver.id,
    status: "verified",
    sequence: 1,
    livemode: false,
  });
  expect(dataOf(5)).toEqual({
    id: driver.id,
    object: "driver",
    status: "active",
    livemode: false,
    sequence: 2,
    changed: ["email"],
  });
  expect(JSON.stringify(list)).not.toMatch(/example\.com|"(Ana|6789|1113)"/);
});
