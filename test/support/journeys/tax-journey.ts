import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { earned, ownerOf, paid } from "../partner/driver-figures.ts";
import { newPartner, type Partner } from "../partner/platform.ts";
import { startWalks, walks } from "./tax-crowd.ts";

const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");

/**
 * Uses every tax feature: mileage, summary, form, the form's link, and a walk that emits a driver's quarterly
 * event.
 */
export async function taxJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const registration = { company: freshEmail(), email: freshEmail() };
  const { json } = await cloud.post("/api/agent/partners", registration, { from: freshAddress() });
  const partner = await newPartner(cloud, { account: json.partner_id });
  const { id } = await partner.driver({ ssn_last4: "4321" });
  const trip = { miles: 1, date: "2026-07-01" };
  // A trip, its replay, another request with the same key, and a request that is rejected before a write.
  for (const [body, expected] of [
    [trip, 201],
    [trip, 201],
    [{ ...trip, miles: 2 }, 409],
    [{ ...trip, date: "2999-01-01" }, 409],
  ] as const) {
    const { status } = await partner.post(`/v1/tax/${id}/mileage`, body, { "idempotency-key": "trip" });
    if (status !== expected) throw new Error(`Logging miles returned ${status}`);
  }
  await logJourney(partner, id);
  await earned(partner, id, { pay: 3_000_000, month: "2026-10" });
  await partner.read(`/v1/tax/${id}/summary?year=2026`);
  await paid(partner, id, { paid_2026: 300_000 });
  const pdf = await partner.get(`/v1/tax/${id}/1099?year=2026&format=pdf`);
  if (pdf.status !== 200) throw new Error(`The form's PDF returned ${pdf.status}`);
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);
  if ((await cloud.call(new URL(pdf_url).pathname)).status !== 200) throw new Error("The link is dead");

  const due = `/v1/test_helpers/tax/${id}/quarterly_due`;
  const asked = { year: 2026, q: "Q4" };
  await partner.create(due, asked);
  // An unknown driver is rejected before a write, so it looks up the stored reply of its key.
  await partner.post(due.replace(id, `drv_${"0".repeat(26)}`), asked, { "idempotency-key": "due" });

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

/** Issues the driver's form of 2025, corrects it, lists both, and opens a link. */
async function formsJourney(partner: Partner, id: string, timeoutMs: number): Promise<void> {
  await partner.call("/v1/account", { method: "PATCH", json: { ein: "12-3456789" } });
  const helper = `/v1/test_helpers/tax/${id}/1099_ready`;
  for (const gross_amount of [70_000, 80_000]) await partner.create(helper, { year: 2025, gross_amount });
  const unknown = `/v1/test_helpers/tax/drv_${"0".repeat(26)}/1099_ready`;
  await partner.post(unknown, { year: 2025 }, { "idempotency-key": "ready" });

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

/** Logs, lists, corrects and deletes in both logs. */
async function logJourney(partner: Partner, id: string): Promise<void> {
  const date = "2026-07-01";
  const expense = { category: "phone_data", amount: 5_000, business_share: 50, date };
  for (const [name, body, correction] of [
    ["mileage", { miles: 2, date }, { miles: 3 }],
    ["expenses", expense, { amount: 4_000 }],
  ] as const) {
    const at = `/v1/tax/${id}/${name}`;
    const entry = await partner.create(at, body);
    await partner.post(at, { ...body, date: "2999-01-01" }, { "idempotency-key": `late-${name}` });
    await partner.read(`${at}?starting_after=${entry.id}`);
    for (const request of [{ method: "PATCH", json: correction }, { method: "DELETE" }]) {
      const { status } = await partner.call(`${at}/${entry.id}`, request);
      if (status !== 200) throw new Error(`${request.method} in ${name} returned ${status}`);
    }
  }
}
