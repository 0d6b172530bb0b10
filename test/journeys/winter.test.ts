import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { setClock } from "../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { monthOf } from "../../shared/domain/time/day.ts";
import { taxPeriods } from "../../shared/domain/tax/tax-periods.ts";
import { figureOf } from "../../shared/domain/tax/years/tax-rules.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { earned, livePartner, paid } from "../support/partner/driver-figures.ts";
import { earningsPartner, lastYear } from "../support/partner/earnings.ts";
import { errorOf, newCompany, newPartner, type Partner } from "../support/partner/platform.ts";
import { textsOf } from "../support/pdf-text.ts";

/**
 * What days bring: from December 30 to January 17, on a cloud whose time no other suite moves. The year is
 * the newest whose threshold is published. Forms of others wait: see test/reports/turn-of-year.test.ts.
 */
const { year } = figureOf("form1099Nec", new Date().getUTCFullYear());
const at = (day: string) => Date.parse(`${year + 1}-${day}T00:00:00Z`);

/** Drivers by what happens to them. */
const drivers: Record<string, string> = {};
const previews: Record<string, Json> = {};

const form = (driver: string, more = "") => `/v1/tax/${drivers[driver]}/1099?year=${year}${more}`;
const read = async (driver: string, more = ""): Promise<Json> => partner.read(form(driver, more));
const stated = ({ pdf_url: _, ...form }: Json) => form;
const events = async (by = partner): Promise<Json[]> =>
  (await by.read("/v1/events?type=tax.1099.ready&limit=100")).data;
const eventsOf = async (driver: string) =>
  (await events()).map(({ data }) => data).filter(({ driver_id }) => driver_id === drivers[driver]);
const textOf = async (driver: string, more = "") =>
  textsOf((await partner.get(form(driver, `&format=pdf${more}`))).bytes).join(" ");

const dataDir = newFolder();
// Each day until January has its walks of the forms.
setClock(dataDir, Date.UTC(year, 11, 30));
const cloud = await startCloud({ dataDir });
const partner = await newPartner(cloud);
/** Its forms have the name that it registered. */
const unnamed = await newPartner(cloud, { account: await newCompany(cloud) });
const live = await livePartner(cloud);
await partner.call("/v1/account", { method: "PATCH", json: { legal_name: "Acme Fleet, Inc." } });
for (const name of ["read early", "unread", "refunded", "renamed", "unpaid"]) {
  const { id } = await partner.driver({ first_name: "Ana", last_name: "Ng", ssn_last4: "4321" });
  drivers[name] = id;
  if (name !== "unpaid") await partner.payout(id, { amount: 300_000 });
}
for (const name of ["read early", "refunded"]) previews[name] = await read(name);
const { id: unnamedDriver } = await unnamed.driver();
await unnamed.payout(unnamedDriver, { amount: 300_000 });

const quarter = await newPartner(cloud);
const quarterly = {
  owes: await quarter.driver(),
  lost: await quarter.driver(),
  idle: await quarter.driver(),
};
const date = `${year}-${taxPeriods.Q4.from}`;
for (const [{ id }, pay] of [
  [quarterly.owes, 3_000_000],
  [quarterly.lost, 50_000],
] as const)
  await earned(quarter, id, { pay, month: monthOf(date) });
await quarter.create(`/v1/tax/${quarterly.lost.id}/expenses`, {
  category: "phone_data",
  amount: 60_000,
  business_share: 100,
  date,
});

const KEYS = "/developers/keys/test";
const ana = await new DashboardVisitor(cloud).signIn("Keys Ending");
const create = (until: string) =>
  ana.post(KEYS, `${KEYS}/create`, { name: "A", access: "some", "scope-drivers:read": "yes", until });
/** Ten days from the start. */
const lastDay = `${year + 1}-01-08`;
const endingKey = keyIn(await create(lastDay));
const withKey = (path: string) =>
  cloud.call(path, { headers: { authorization: `Bearer ${endingKey}` }, from: freshAddress() });

test("a key with a last day shows it and its scopes, and another day than today or later is refused", async () => {
  for (const until of [`${year}-12-29`, "2026-02-30", "soon"]) {
    const refused = await create(until);
    expect([until, refused.status]).toEqual([until, 400]);
    expect(refused.text).toContain("Choose today or a later day, or no day for a key without an end.");
  }
  expect([(await withKey("/v1/drivers")).status, (await withKey("/v1/webhooks")).status]).toEqual([200, 403]);
  const row = pageOf(await ana.call(KEYS)).row("drivers:read");
  expect(row.times).toContain(`${lastDay}T23:59:59.999Z`);
});

const fleet = await earningsPartner(cloud);
const worker = await fleet.newDriver();
await fleet.connect(worker);
const daysOf = async (): Promise<Json[]> =>
  (await fleet.earnings(worker, await lastYear(cloud))).json.daily_breakdown;
const firstDays = await daysOf();

describe("a 1099-NEC is issued once", () => {
  let early: Json;
  test("before January 1, the sandbox shows a preview, which nothing reports", async () => {
    expect(previews["read early"]).toMatchObject({
      livemode: false,
      provisional: true,
      corrected: false,
      gross_amount: 300_000,
      recipient_name: "Ana Ng",
      recipient_tin_last4: "4321",
    });
    expect(await textOf("read early")).toContain("Preview: this form is not issued yet");
    expect(await events()).toEqual([]);
  });

  test("before January 1, a refund below the threshold makes the link to a preview a 404", async () => {
    const { id } = await partner.driver();
    await paid(partner, id, { [`paid_${year}`]: 300_000 });
    const linkOf = async (of: Partner, driver: string) =>
      (await of.read(`/v1/tax/${driver}/1099?year=${year}`)).pdf_url.slice(cloud.url.length);
    const link = await linkOf(partner, id);
    const open = () => cloud.call(link);
    for (const path of [link, await linkOf(unnamed, unnamedDriver)])
      expect((await cloud.call(path)).status).toBe(200);
    await paid(partner, id, { [`paid_${year}`]: 100 });
    const { status, headers, text } = await open();
    expect([status, headers["content-type"]]).toEqual([404, expect.stringMatching(/^text\/html/)]);
    expect(text).toContain("This link doesn't work");
  });

  test("the first read from January 1 on issues the form, without an event, and later reads show the same", async () => {
    await cloud.advanceTo(at("01-02"));
    early = await read("read early");
    expect(early).toMatchObject({ provisional: false, corrected: false, corrects: null, corrected_by: null });
    expect(early.id).not.toBe(previews["read early"]?.id);
    await cloud.advanceTo(at("01-03"));
    expect(stated(await read("read early"))).toEqual(stated(early));
    expect(await textOf("read early")).not.toMatch(/preview/i);
    expect(await events()).toEqual([]);
    expect(errorOf(await partner.get(form("unpaid")))).toEqual([404, "resource_missing", "year"]);
  });

  test("on January 15, the others are issued, and each form has one event", async () => {
    await cloud.advanceTo(at("01-15") + 7 * 3_600_000);
    for (const name of ["read early", "unread", "refunded", "renamed"]) {
      const { id } = await read(name);
      expect([name, await eventsOf(name)]).toEqual([
        name,
        [expect.objectContaining({ id, corrected: false })],
      ]);
    }
    expect((await read("read early")).id).toBe(early.id);
    expect((await read("unread")).generated_at).toMatch(new RegExp(`^${year + 1}-01-15T06:0`));
    expect(await eventsOf("unpaid")).toEqual([]);
    expect((await unnamed.read(`/v1/tax/documents?year=${year}`)).total_count).toBe(1);
  });

  test("in live mode, a form exists from January 1 on", async () => {
    const { id } = await live.driver();
    await paid(live, id, { [`paid_${year}`]: 500_000, [`paid_${year + 1}`]: 500_000 });
    const of = (taxYear: number) => live.get(`/v1/tax/${id}/1099?year=${taxYear}`);
    expect((await of(year)).json).toMatchObject({ livemode: true, provisional: false });
    const next = await of(year + 1);
    expect([next.status, next.json.error.param]).toEqual([404, "year"]);
  });
});

// The walk of the last quarter runs on January 1.
test("14 days before a due date, each driver whose summary shows a payment gets the event", async () => {
  await cloud.advanceTo(at("01-15") + 7 * 3_600_000);
  const { data: events } = await quarter.read("/v1/events?type=tax.quarterly.due");
  for (const [what, { id }] of Object.entries(quarterly)) {
    const summary = await quarter.read(`/v1/tax/${id}/summary?year=${year}`);
    const { amount } = summary.quarterly_estimates.find(({ q }: Json) => q === "Q4");
    expect([what, amount > 0]).toEqual([what, what === "owes"]);
  }
  expect(events.map(({ data }: Json) => data.driver_id)).toEqual([quarterly.owes.id]);
});

test("each day of earnings is added by itself, with an event, and earlier days keep their figures", async () => {
  const changedDays = async () => {
    const { json } = await fleet.call(`/events?type=earnings.synced&driver_id=${worker}&limit=100`);
    return json.data.flatMap(({ data }: Json) => data.changed_days).sort();
  };
  // Which days a driver works on depends on the id. None rests for two weeks.
  const later = await daysOf();
  expect(later.length).toBeGreaterThan(firstDays.length);
  await eventually(async () =>
    isDeepStrictEqual(
      await changedDays(),
      later.map(({ date }) => date),
    ),
  );
  expect(later.slice(0, firstDays.length)).toEqual(firstDays);
  const total = later.reduce((sum, { earnings }) => sum + earnings, 0);
  expect((await fleet.call(`/drivers/${worker}`)).json.lifetime_earnings).toBe(total);
});

describe("an issued form that is wrong is corrected", () => {
  test("a refund in a later year lowers the form of the year of payment, and an event reports it", async () => {
    const first = await read("refunded");
    await cloud.advanceTo(at("01-16"));
    const [payout] = (await partner.read(`/v1/payments?driver_id=${drivers.refunded}`)).data;
    await partner.create(`/v1/test_helpers/payments/${payout.id}/refund`, undefined);
    await cloud.advanceTo(at("01-17"));

    const [event, ...others] = await eventsOf("refunded");
    expect([event?.corrected, others.length]).toEqual([true, 1]);
    const corrected = await read("refunded");
    expect(corrected).toMatchObject({
      id: event?.id,
      corrected: true,
      corrects: first.id,
      gross_amount: 0,
    });
    expect(await textOf("refunded")).toMatch(/ X CORRECTED/);

    const earlier = await read("refunded", `&document_id=${first.id}`);
    expect(earlier).toMatchObject({ ...stated(first), corrected_by: corrected.id });
    expect(await textOf("refunded", `&document_id=${first.id}`)).not.toMatch(/ X CORRECTED/);
    expect((await cloud.call(new URL(earlier.pdf_url).pathname)).status).toBe(200);
  });

  test("a corrected name is a corrected form, and a move is none", async () => {
    const driver = `/v1/drivers/${drivers.renamed}`;
    const patch = (json: object) => partner.call(driver, { method: "PATCH", json });
    const address = { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601" };
    const first = await read("renamed");
    await patch({ phone: "+14155552671", ssn_last4: "4321" });
    await cloud.advance("1m");
    expect(stated(await read("renamed"))).toEqual(stated(first));
    await patch({ last_name: "Núñez", address });
    await cloud.advance("1m");
    const [event] = await eventsOf("renamed");
    const corrected = await read("renamed");
    expect([event?.id, event?.corrected]).toEqual([corrected.id, true]);
    expect(corrected).toMatchObject({ recipient_name: "Ana Núñez", corrects: first.id });
    await patch({ address: { ...address, line1: "1 Oak Street" } });
    await cloud.advance("1m");
    expect(stated(await read("renamed"))).toEqual(stated(corrected));
    expect(await textOf("renamed")).toContain("77 Alder Lane");
  });

  test("the payer's missing number is added at the next read, and its name stays", async () => {
    const json = { legal_name: "Acme Couriers, Inc.", ein: "12-3456789" };
    await partner.call("/v1/account", { method: "PATCH", json });
    expect((await read("unread")).corrected).toBe(true);
    const text = await textOf("unread");
    expect(text).toContain("12-3456789");
    expect(text).toContain("Acme Fleet, Inc.");
  });
});

test("a key has ended after its last day, of which an email warns a week before, and cannot be rotated", async () => {
  const mails = (await mailsTo(cloud, ana.email)).filter(({ subject }) =>
    subject.includes("expires in a week"),
  );
  expect(mails.map(({ text }) => text.includes(`${lastDay} (UTC)`))).toEqual([true]);
  const { status, json } = await withKey("/v1/drivers");
  expect([status, json.error.code]).toEqual([401, "api_key_revoked"]);
  expect(json.error.message).toContain(`expired on ${lastDay}`);
  const again = await new DashboardVisitor(cloud, ana.email).signIn();
  const expired = pageOf(await again.call(KEYS))
    .row("Expired")
    .id("key");
  const rotated = await again.post(KEYS, `${KEYS}/${expired}/rotate`, { overlap: "0" });
  expect([rotated.status, rotated.text]).toEqual([409, expect.stringContaining("Create a new key.")]);
});
