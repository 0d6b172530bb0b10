import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/template.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { assemblyDir } from "../cloud/synthesise.ts";
import { earned, ownerOf, paid } from "../partner/driver-figures.ts";
import { newPartner } from "../partner/platform.ts";
import { startWalks, walks } from "./tax-crowd.ts";

const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");

/**
 * Uses every tax feature: mileage, summary, form, the form's link, and a walk that emits a driver's quarterly
 * event.
 */
export async function taxJourney(cloud: Cloud, patience: number): Promise<void> {
  const registration = { company: freshEmail(), email: freshEmail() };
  const { json } = await cloud.post("/api/agent/partners", registration, { from: freshAddress() });
  const partner = await newPartner(cloud, { account: json.partner_id });
  const { id } = await partner.driver();
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
  await earned(partner, id, { pay: 3_000_000 });
  await partner.read(`/v1/tax/${id}/summary?year=2026`);
  await paid(partner, id, { paid_2026: 300_000 });
  const pdf = await partner.get(`/v1/tax/${id}/1099?year=2026&format=pdf`);
  if (pdf.status !== 200) throw new Error(`The form's PDF returned ${pdf.status}`);
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);
  if ((await cloud.call(new URL(pdf_url).pathname)).status !== 200) throw new Error("The link is dead");

  const [daily] = await cloud.schedules();
  const fired = daily && (await cloud.fire(daily.name));
  if (!fired?.ok) throw new Error("The schedule could not call");
  await startWalks(cloud, walks.quarter.at);
  const pagesWithEvent = () => cloud.logs().split(": 1 drivers, 1 events").length;
  const before = pagesWithEvent();
  // A schedule starts a walk only once a quarter. So this writes a walk's page to the outbox again.
  for (const place of [ownerOf(partner), { shard: "00" }]) {
    const page = { kind: "tax_page", walk: walks.quarter.walk, of: place };
    await cloud.putItem(table, marshall({ ...keys.outbox(sortableId("", new Date())), ...page }));
  }
  await eventually(async () => pagesWithEvent() > before, patience);
}
