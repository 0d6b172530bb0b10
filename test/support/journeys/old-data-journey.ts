import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/template.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { createDriver } from "../../../shared/domain/driver/driver.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import { createPayout } from "../../../shared/domain/payout/payout-request.ts";
import { paymentIndexes } from "../../../shared/store/keys/indexes.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { assemblyDir } from "../cloud/synthesise.ts";
import { ownerOf } from "../partner/driver-figures.ts";
import { newPartner, type Partner } from "../partner/platform.ts";
import { ask, create, keyed } from "./calls.ts";

const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
const put = (cloud: Cloud, item: object) =>
  cloud.putItem(table, marshall(item, { removeUndefinedValues: true, convertClassInstanceToMap: true }));

/** Items as release 1.0.0 wrote them, and days of earnings that were not read yet. */
export async function oldDataJourney(cloud: Cloud, patience: number): Promise<void> {
  const partner = await newPartner(cloud);
  const [changed, payee] = [await oldDriver(partner), await oldDriver(partner)];
  await oldPayout(partner, payee);
  await ask(partner, "PATCH", `/v1/drivers/${changed}`, 200, { email: freshEmail() });
  const { ok, message } = await cloud.command("backfill-counts", {});
  if (!ok) throw new Error(message);
  await missedEarnings(partner, patience);
}

/** A driver without lookups and a day. The account's counts have it. */
export async function oldDriver(partner: Partner): Promise<string> {
  const request = { email: freshEmail(), first_name: "A", last_name: "B" };
  const driver = createDriver(request, new Date(await partner.cloud.now()));
  await put(partner.cloud, { ...keys.driverTotals(ownerOf(partner), driver.id) });
  await put(partner.cloud, { ...keys.driver(ownerOf(partner), driver.id), ...driver });
  await put(partner.cloud, { ...keys.count(ownerOf(partner), "drivers", driver.id.slice(-2)), active: 1 });
  return driver.id;
}

/** A payout without a day. */
export async function oldPayout(partner: Partner, driver_id: string): Promise<void> {
  const owner = ownerOf(partner);
  const request = { driver_id, amount: 500, currency: "usd", method: "standard" as const };
  const payout = createPayout(request, undefined, new Date(await partner.cloud.now()));
  const indexes = paymentIndexes(owner, driver_id, payout.status);
  await put(partner.cloud, { ...keys.payment(owner, payout.id), ...indexes, ...payout });
  await put(partner.cloud, { ...keys.count(owner, "payments", payout.id.slice(-2)), pending: 1 });
}

/** A sync on request and a walk each find days that are not stored. */
async function missedEarnings(partner: Partner, patience: number): Promise<void> {
  const { cloud } = partner;
  const { id } = await partner.driver();
  const consent = { platform: "uber", redirect_url: "https://app.example.com/back" };
  const { state } = await create(partner, `/v1/earnings/${id}/connect`, consent);
  const { status } = await postForm(cloud, `/connect/${state}`, { decision: "allow" });
  // On a very fast clock the consent can expire before the decision.
  if (status !== 303) return missedEarnings(partner, patience);
  await forgetEarnings(partner, id);
  const synced = await partner.call(`/v1/earnings/${id}/connections/uber/sync`, keyed());
  if (synced.json.changed_days?.length === 0) throw new Error("The sync found no missed day");

  await forgetEarnings(partner, id);
  const walk = { event: "earnings.synced", day: "2026-01-01" };
  const page = { kind: "tax_page", walk, of: ownerOf(partner) };
  await put(cloud, { ...keys.outbox(sortableId("", new Date())), ...page });
  const sums = async () =>
    (await partner.read(`/v1/events?type=earnings.synced&driver_id=${id}`)).total_count;
  await eventually(async () => (await sums()) === 3, patience);
}

/** The connection was last read two months ago, and the months since are empty. */
async function forgetEarnings(partner: Partner, driverId: string): Promise<void> {
  const owner = ownerOf(partner);
  const now = await partner.cloud.now();
  const dayBefore = (days: number) => new Date(now - days * 24 * 3_600_000).toISOString();
  for (const days of [0, 28, 56]) {
    const month = dayBefore(days).slice(0, 7);
    await put(partner.cloud, {
      ...keys.earnings(owner, driverId, month, "uber"),
      platform: "uber",
      month,
      days: [],
    });
  }
  await put(partner.cloud, {
    ...keys.connection(owner, driverId, "uber"),
    platform: "uber",
    status: "connected",
    connected_at: dayBefore(60),
    syncs: 1,
  });
}
