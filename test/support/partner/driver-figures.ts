import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { EarningsMonth } from "../../../shared/domain/earnings/earnings.ts";
import type { Owner } from "../../../shared/domain/item/owner.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import { invented } from "../cloud/audited-ledger.ts";
import type { Cloud } from "../cloud/cloud.ts";
import { liveKey, newPartner, type Partner } from "./platform.ts";

export const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");

const ownerOf = ({ key, accountId }: Partner): Owner => ({
  account_id: accountId,
  mode: key.includes("_live_") ? "live" : "test",
});

/** A partner with a working live key and a high quota. */
export const livePartner = async (cloud: Cloud): Promise<Partner> =>
  liveKey(cloud, (await newPartner(cloud)).accountId);

/** Stores earnings of one day as a gig platform would report them, without a call of the service. */
export async function earned(
  partner: Partner,
  driverId: string,
  { pay, tips = 0, month = "2026-03", platform = "uber" }: Figures,
): Promise<void> {
  const days = [{ day: 9, pay, tips, miles: 1_200, count: 7 }];
  const item = EarningsMonth.parse({ platform, month, days });
  const key = keys.earnings(ownerOf(partner), driverId, month, platform);
  await partner.cloud.putItem(table, marshall({ ...key, ...item }));
}

type Figures = { pay: number; tips?: number; month?: string; platform?: string };

/** Stores a driver's payouts by tax year, without a call of the service. */
export async function paid(
  partner: Partner,
  driverId: string,
  sums: Record<`paid_${number}`, number>,
): Promise<void> {
  invented(partner.cloud, driverId);
  const item = { ...keys.driverTotals(ownerOf(partner), driverId), ...sums };
  await partner.cloud.putItem(table, marshall(item));
}
