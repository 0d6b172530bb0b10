import type { Cloud } from "../cloud/cloud.ts";
import { newCompany, newPartner, type Partner } from "./platform.ts";

/** A registered company in live mode with so many cents. */
export async function liveCompany(cloud: Cloud, amount: number): Promise<Partner> {
  const partner = await newPartner(cloud, { live: true, account: await newCompany(cloud) });
  const account = partner.accountId;
  const verified = await cloud.command("verify-account", { account });
  const credit = { account, amount: String(amount), reference: "wire 1" };
  const credited = await cloud.command("credit-balance", credit);
  for (const { ok, message } of [verified, credited]) if (!ok) throw new Error(message);
  return partner;
}

/** A driver with a bank account of this number, which is verified four banking days later. */
export async function driverPaidAt(partner: Partner, account_number: string): Promise<string> {
  const { id } = await partner.driver();
  const numbers = { routing_number: "021000021", account_number, account_type: "checking" };
  await partner.create(`/v1/drivers/${id}/bank-accounts`, numbers);
  return id;
}
