import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lifetimePayouts } from "../support/partner/payouts.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const cancel = (id: string, headers: Record<string, string> = {}) =>
  partner.post(`/v1/payments/${id}/cancel`, undefined, headers);

test("a pending payout is canceled for good, and its timer changes nothing", async () => {
  const { id: driver } = await partner.driver();
  const { id } = await partner.payout(driver, { method: "standard" });
  const { status, json } = await cancel(id);
  expect([status, json.status, json.fee_refunded, json.completed_at]).toEqual([200, "canceled", 0, null]);
  expect(json.canceled_at).toEqual(expect.any(String));
  await cloud.advance("5m");
  expect(await partner.read(`/v1/payments/${id}`)).toEqual(json);
  expect(await lifetimePayouts(partner, driver)).toBe(0);
  const list = await partner.read(`/v1/payments?driver_id=${driver}&status=canceled`);
  expect([list.data, list.total_count]).toEqual([[json], 1]);
});

test("a payout with another status cannot be canceled, nor can another account's", async () => {
  const { id: driver } = await partner.driver();
  const { id } = await partner.payout(driver);
  expect(errorOf(await cancel(id))).toEqual([409, "status_conflict", "id"]);
  expect(errorOf(await cancel(`pay_${"0".repeat(26)}`))).toEqual([404, "resource_missing", "id"]);
  const stranger = await newPartner(cloud);
  const foreign = await stranger.payout((await stranger.driver()).id, { method: "standard" });
  expect(errorOf(await cancel(foreign.id))).toEqual([404, "resource_missing", "id"]);
});
