import { join } from "node:path";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import { newCompany, newPartner, type Partner } from "../partner/platform.ts";
import { handlers, railDir } from "../process/artifacts.ts";
import { prepared } from "../process/prepared.ts";
import { expectAuditedLedger } from "./audited-ledger.ts";
import { type Cloud, startCloud } from "./cloud.ts";
import { noteGrants } from "./used-grants.ts";

// Its functions run in its own process, also with CLOUD=real: the bundles are those of the shared template.
await Promise.all([prepared("rail"), prepared("together")]);

/** A cloud whose live mode pays by files of a pretend bank. When its suite ends, its ledger must add up. */
export async function startBankCloud(): Promise<Cloud> {
  const args = ["--quiet", "--bank"];
  const cloud = await startCloud({ assembly: join(railDir, "cdk.out"), args, handlers });
  // The first run of the files' writer publishes the key that seals account numbers.
  await cloud.advance("5m");
  atSuiteEnd(async () => {
    await noteGrants(cloud);
    await expectAuditedLedger(cloud);
  });
  return cloud;
}

/** A registered company in live mode with so many cents. */
export async function liveCompany(cloud: Cloud, amount: number): Promise<Partner> {
  const partner = await newPartner(cloud, { live: true, account: await newCompany(cloud) });
  await cloud.command("verify-account", { account: partner.accountId });
  const paid = { account: partner.accountId, amount: String(amount), reference: "wire 1" };
  const { ok, message } = await cloud.command("credit-balance", paid);
  if (!ok) throw new Error(message);
  return partner;
}

/** A driver with a bank account of this number, which is verified four banking days later. */
export async function driverPaidAt(partner: Partner, account_number: string): Promise<string> {
  const { id } = await partner.driver();
  const numbers = { routing_number: "021000021", account_number, account_type: "checking" };
  await partner.create(`/v1/drivers/${id}/bank-accounts`, numbers);
  return id;
}
