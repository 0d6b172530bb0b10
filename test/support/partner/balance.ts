import type { Partner } from "./platform.ts";

export const FUND = "/v1/test_helpers/balance/fund";

export const enforce = (partner: Partner, enforce_balance: boolean) =>
  partner.call("/v1/account", { method: "PATCH", json: { enforce_balance } });

/** Takes all money of a sandbox but so many cents, and lets it enforce its balance. */
export async function leaveOnly(partner: Partner, cents: number): Promise<void> {
  const { cloud, accountId: account } = partner;
  const { id: transaction_id } = await partner.create(FUND, { amount: cents + 1 });
  const { available } = await partner.read("/v1/balance");
  const move = { from: "funds", to: "outside", amount: String(available - cents), outside: true };
  const reason = { reason: "Leave a little for a test" };
  const { ok, message } = await cloud.command(
    "correct-balance",
    { account, transaction_id, ...move },
    reason,
  );
  if (!ok) throw new Error(message);
  const { status } = await enforce(partner, true);
  if (status !== 200) throw new Error(`PATCH /v1/account returned ${status}`);
}
