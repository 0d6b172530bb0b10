import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import { newFunding } from "../../../shared/domain/ledger/funding.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import type { Cloud } from "../cloud/cloud.ts";
import { earned, ownerOf, paid } from "../partner/driver-figures.ts";
import { newCompany, newPartner, type Partner } from "../partner/platform.ts";
import { startWalks, walks } from "./tax-crowd.ts";

const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");

/** Uses a form, its link, and the walks that emit a driver's quarterly event and issue forms. */
export async function taxJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const partner = await newPartner(cloud, { account: await newCompany(cloud) });
  const { id } = await partner.driver({ ssn_last4: "4321" });
  await earned(partner, id, { pay: 3_000_000, month: "2026-10" });
  await paid(partner, id, { paid_2026: 300_000 });
  const pdf = await partner.get(`/v1/tax/${id}/1099?year=2026&format=pdf`);
  if (pdf.status !== 200) throw new Error(`The form's PDF returned ${pdf.status}`);
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);
  if ((await cloud.call(new URL(pdf_url).pathname)).status !== 200) throw new Error("The link is dead");

  const daily = (await cloud.schedules()).find(({ name }) => name.startsWith("TaxWalksEveryDay"));
  const fired = daily && (await cloud.fire(daily.name));
  if (!fired?.ok) throw new Error("The schedule could not call");
  await startWalks(cloud, walks.quarter.at);
  const pagesWithEvent = () => cloud.logs().split(": 1 drivers, 1 events").length;
  const before = pagesWithEvent();
  // A schedule starts a walk only once a quarter. So this writes a walk's page to the outbox again.
  const relay = (entry: object) =>
    cloud.putItem(table, marshall({ ...keys.outbox(sortableId("", new Date())), ...entry }));
  for (const place of [ownerOf(partner), { shard: "00" }])
    await relay({ kind: "tax_page", walk: walks.quarter.walk, of: place });
  await eventually(async () => pagesWithEvent() > before, timeoutMs);
  await settlementsJourney(cloud, relay, timeoutMs);
  await relay({ kind: "ledger_page", day: "2026-11-21" });
  await eventually(async () => /ledgers: \d+ items, .*, ended/.test(cloud.logs()), timeoutMs);

  await paid(partner, id, { paid_2026: 300_000 });
  await relay({ kind: "tax_page", walk: walks.forms.walk, of: ownerOf(partner) });
  const forms = "/v1/tax/documents?year=2026";
  await eventually(async () => (await partner.read(forms)).total_count === 1, timeoutMs);
  // The same digits are sealed anew, so the check of the form opens both. The name is another one.
  const change = { ssn_last4: "4321", first_name: "Bea" };
  await partner.call(`/v1/drivers/${id}`, { method: "PATCH", json: change });
  await eventually(async () => (await partner.read(`${forms}&corrected=true`)).total_count === 1, timeoutMs);
  await formsJourney(partner, id, timeoutMs);
}

/** Freezes a day of an account that is in no directory, so no audit compares its only entry with sums. */
async function settlementsJourney(
  cloud: Cloud,
  relay: (page: object) => Promise<unknown>,
  timeoutMs: number,
): Promise<void> {
  const now = await cloud.now();
  const owner: Owner = { account_id: "acct_settled", mode: "test" };
  const entry = await newFunding(1_000, "wire", new Date(now - 2 * 86_400_000));
  await cloud.putItem(table, marshall({ ...keys.entry(owner, entry.id), ...entry }));
  const walk = { event: "settlement.frozen", day: dayOf(new Date(now)) };
  for (const place of [owner, { shard: "00" }]) await relay({ kind: "tax_page", walk, of: place });
  await eventually(async () => cloud.logs().includes(`${entry.created_at.slice(0, 10)} frozen`), timeoutMs);
}

/** Issues the driver's form of 2025, corrects it, lists both, and opens a link. */
async function formsJourney(partner: Partner, id: string, timeoutMs: number): Promise<void> {
  await partner.call("/v1/account", { method: "PATCH", json: { ein: "12-3456789" } });
  const helper = `/v1/test_helpers/tax/${id}/1099_ready`;
  for (const gross_amount of [70_000, 80_000]) await partner.create(helper, { year: 2025, gross_amount });
  const other = await partner.driver({ ssn_last4: "4321" });
  const form = `/v1/tax/${other.id}/1099?year=2025`;
  await paid(partner, other.id, { paid_2025: 70_000 });
  const { id: first } = await partner.read(form);
  // A deletion issues the form. The account has no legal name, so the form names the partner.
  const gone = await partner.driver({ ssn_last4: "4321" });
  await paid(partner, gone.id, { paid_2025: 70_000 });
  await partner.call(`/v1/drivers/${gone.id}`, { method: "DELETE" });
  // A relayed page corrects a form after a changed driver, and a read corrects it after a changed payer.
  await partner.call("/v1/account", { method: "PATCH", json: { legal_name: "Acme Fleet, Inc." } });
  await partner.read(`/v1/tax/documents?year=2025&starting_after=${first}`);
  await partner.read(`/v1/tax/documents?year=2025&driver_id=${other.id}`);
  // A link is valid for 15 minutes: three seconds at a time scale of 300, which a busy machine can need.
  await eventually(async () => {
    const { pdf_url } = await partner.read(form);
    return (await partner.cloud.call(new URL(pdf_url).pathname)).status === 200;
  }, timeoutMs);
}
