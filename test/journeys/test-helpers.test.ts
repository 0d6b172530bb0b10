import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

/** In real time, so no timer is faster than the test. */
const cloud = await sharedCloud();
const partner = await newPartner(cloud);

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
