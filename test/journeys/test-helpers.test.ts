import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lifetimePayouts, payoutStatus } from "../support/partner/payouts.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

/** On a clock as slow as the wall's, so that no timer is faster than the test. */
let cloud: Cloud;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud();
  partner = await newPartner(cloud);
});
afterAll(endClouds);

describe("a test helper", () => {
  const help = (id: string, what: string, headers: Record<string, string> = {}) =>
    partner.call(`/v1/test_helpers/payments/${id}/${what}`, { method: "POST", headers });

  test("takes a payout where a test wants it, as far as its status allows", async () => {
    const { id: driver } = await partner.driver();
    const pending = await partner.payout(driver, { method: "standard" });
    expect((await help(pending.id, "refund")).status).toBe(409);
    const completed = await help(pending.id, "complete");
    expect([completed.status, completed.json.status]).toEqual([200, "completed"]);
    expect(errorOf(await help(pending.id, "fail"))).toEqual([409, "status_conflict", "id"]);
    expect(await lifetimePayouts(partner, driver)).toBe(10_000);
    expect((await help(pending.id, "refund")).json.status).toBe("refunded");
    expect(await lifetimePayouts(partner, driver)).toBe(0);

    const other = await partner.payout(driver, { method: "standard" });
    expect((await help(other.id, "fail")).json).toMatchObject({ status: "failed", completed_at: null });
    expect(errorOf(await help(`pay_${"0".repeat(26)}`, "fail"))).toEqual([404, "resource_missing", "id"]);
  });

  test("takes nothing but its address: whoever sends it something is told so, and nothing is done", async () => {
    const { id: driver } = await partner.driver();
    const { id } = await partner.payout(driver, { method: "standard" });
    const path = `/v1/test_helpers/payments/${id}/fail`;
    const refused = await partner.post(path, { failure_code: "no_account" });
    expect(errorOf(refused)).toEqual([400, "parameter_unknown", "failure_code"]);
    expect(await payoutStatus(partner, id)).toBe("pending");
    expect((await partner.post(path, {})).status).toBe(200);
  });

  test("answers a repetition as the first time, though the payout has moved on", async () => {
    const { id: driver } = await partner.driver();
    const { id } = await partner.payout(driver, { method: "standard" });
    const headers = { "idempotency-key": `complete-${id}` };
    const first = await help(id, "complete", headers);
    await help(id, "refund");
    const again = await help(id, "complete", headers);
    expect([again.status, again.text, again.headers["idempotent-replayed"]]).toEqual([
      200,
      first.text,
      "true",
    ]);
    expect(await payoutStatus(partner, id)).toBe("refunded");
  });
});
