import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lifetimePayouts } from "../support/partner/payouts.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

/** In real time, so no timer is faster than the test. */
const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const callHelper = (id: string, transition: string, headers: Record<string, string> = {}) =>
  partner.call(`/v1/test_helpers/payments/${id}/${transition}`, { method: "POST", headers });

test("a helper moves a payout to the status in its path if the current status allows that", async () => {
  const { id: driver } = await partner.driver();
  const pending = await partner.payout(driver, { method: "standard" });
  expect((await callHelper(pending.id, "refund")).status).toBe(409);
  const completed = await callHelper(pending.id, "complete");
  expect([completed.status, completed.json.status]).toEqual([200, "completed"]);
  expect(errorOf(await callHelper(pending.id, "fail"))).toEqual([409, "status_conflict", "id"]);
  expect(await lifetimePayouts(partner, driver)).toBe(10_000);
  expect((await callHelper(pending.id, "refund")).json.status).toBe("refunded");
  expect(await lifetimePayouts(partner, driver)).toBe(0);

  const other = await partner.payout(driver, { method: "standard" });
  expect((await callHelper(other.id, "fail")).json).toMatchObject({ status: "failed", completed_at: null });
  expect(errorOf(await callHelper(`pay_${"0".repeat(26)}`, "fail"))).toEqual([404, "resource_missing", "id"]);
});

test("a payout fails with the given reason, and without one with account_closed", async () => {
  const { id: driver } = await partner.driver();
  const fail = async (body: unknown) => {
    const { id } = await partner.payout(driver, { method: "standard" });
    return partner.post(`/v1/test_helpers/payments/${id}/fail`, body);
  };
  const given = (await fail({ failure_code: "account_frozen" })).json;
  expect(given).toMatchObject({ status: "failed", failure_code: "account_frozen" });
  expect(given.failed_at).toEqual(expect.any(String));
  for (const body of [{}, undefined]) expect((await fail(body)).json.failure_code).toBe("account_closed");
  expect(errorOf(await fail({ failure_code: "bored" }))).toEqual([400, "parameter_invalid", "failure_code"]);
});
