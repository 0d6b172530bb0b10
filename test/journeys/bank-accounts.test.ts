import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";

let cloud: Cloud;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud();
  partner = await newPartner(cloud);
});
afterAll(endClouds);

describe("adding a bank account with an idempotency key", () => {
  const entry = { routing_number: "021000021", account_number: "000123456789", account_type: "checking" };
  const add = (driverId: string, more: object = {}) =>
    partner.post(`/v1/drivers/${driverId}/bank-accounts`, { ...entry, ...more }, { "idempotency-key": "ba" });

  test("a repeated request adds one bank account, and another number with the same last four digits conflicts", async () => {
    const { id } = await partner.driver();
    const first = await add(id);
    const again = await add(id);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const other = await add(id, { account_number: "999999996789" });
    expect([other.status, other.json.error.code]).toEqual([409, "idempotency_key_reused"]);
    expect((await partner.read(`/v1/drivers/${id}`)).bank_accounts).toHaveLength(1);
  });

  test("the function reads the service's secret to tell two numbers apart", async () => {
    // A warm function has read the secret in an earlier suite, so the calls of this one do not show it.
    const used = (await cloud.grants()).filter(({ used }) => used);
    expect(used).toContainEqual(
      expect.objectContaining({
        role: expect.stringMatching(/^AddBankAccountRole/),
        action: "secretsmanager:GetSecretValue",
      }),
    );
  });
});
