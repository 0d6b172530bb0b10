import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { leaveOnly } from "../support/partner/balance.ts";
import { asked, expectPaidOnce, PAYOUTS } from "../support/partner/payouts.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await startCloud({ timeScale: 300 });

const repeated = (partner: Partner, key: string, id: string) =>
  partner.post(PAYOUTS, asked(id), { "idempotency-key": key });

test("a payout with an idempotency key pays exactly once, though any call fails or loses its reply", async () => {
  const partner = await newPartner(cloud);
  const actions = [
    "dynamodb:Query",
    "dynamodb:TransactWriteItems",
    "dynamodb:GetItem",
    "dynamodb:UpdateItem",
  ];
  for (const kind of ["error", "lost-answer", "throttle"] as const) {
    for (const action of actions) {
      const { id } = await partner.driver();
      // More than the SDK's own tries, so that the caller must retry.
      await cloud.inject({ kind, action, caller: "create-payout", times: 4 });
      const first = await repeated(partner, `${kind}-${action}-${id}`, id);
      await cloud.inject();
      const again = await repeated(partner, `${kind}-${action}-${id}`, id);
      expect([kind, action, again.status]).toEqual([kind, action, 201]);
      if (first.status === 201) expect(again.text).toBe(first.text);
      await expectPaidOnce(partner, id);
    }
  }
});

test("a payout that ended after other shards gave it their money is paid once, by the same request", async () => {
  for (const kind of ["lost-answer", "error"] as const) {
    const partner = await newPartner(cloud);
    const { id } = await partner.driver();
    // An equal share of each shard is less than the payout.
    await leaveOnly(partner, 20_000);
    const pay = () => repeated(partner, `shift-${kind}`, id);
    const action = "dynamodb:TransactWriteItems";
    await cloud.inject({ kind, action, caller: "create-payout", containing: "cents_shift", times: 4 });
    expect((await pay()).status).toBeGreaterThanOrEqual(500);
    await cloud.inject();
    expect(await partner.read("/v1/balance")).toMatchObject({ available: 20_000, pending: 0 });
    expect([(await pay()).status, (await pay()).status]).toEqual([201, 201]);
    expect(await partner.read("/v1/balance")).toMatchObject({ available: 10_000, pending: 0 });
    const audit = await cloud.command("audit-ledger", { account: partner.accountId });
    expect(audit).toMatchObject({ ok: true, data: [] });
  }
});
