import { describe, expect, test } from "@jest/globals";
import { setClock } from "../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { livePartner, paid } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { textsOf } from "../support/pdf-text.ts";

const year = new Date().getUTCFullYear();
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
const live = await livePartner(cloud);
await partner.call("/v1/account", { method: "PATCH", json: { legal_name: "Acme Fleet, Inc." } });
for (const name of ["read early", "unread", "refunded", "renamed", "unpaid"]) {
  const { id } = await partner.driver({ first_name: "Ana", last_name: "Ng", ssn_last4: "4321" });
  drivers[name] = id;
  if (name !== "unpaid") await partner.payout(id, { amount: 300_000 });
}
for (const name of ["read early", "refunded"]) previews[name] = await read(name);

// Without the year's figures, the year has no forms.
(taxRules(year) ? describe : describe.skip)("a 1099-NEC is issued once", () => {
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
    expect(await textOf("read early")).toContain("Preview: the amount can change");
    expect(await events()).toEqual([]);
  });

  test("before January 1, a refund below the threshold makes the link to a preview a 404", async () => {
    const { id } = await partner.driver();
    await paid(partner, id, { [`paid_${year}`]: 300_000 });
    const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=${year}`);
    const open = () => cloud.call(pdf_url.slice(cloud.url.length));
    expect((await open()).status).toBe(200);
    await paid(partner, id, { [`paid_${year}`]: 100 });
    const { status, headers, text } = await open();
    expect([status, headers["content-type"]]).toEqual([404, expect.stringMatching(/^text\/html/)]);
    expect(text).toContain("This link doesn't work");
  });

  test("a payout after the form of the running year was issued makes a corrected form", async () => {
    const other = await newPartner(cloud);
    const { id } = await other.driver();
    await other.payout(id, { amount: 250_000 });
    const first = await other.create(`/v1/test_helpers/tax/${id}/1099_ready`, { year });
    expect(first).toMatchObject({ provisional: false, gross_amount: 250_000 });
    await other.payout(id, { amount: 1_000 });
    const now = await other.read(`/v1/tax/${id}/1099?year=${year}`);
    expect(now).toMatchObject({ corrected: true, corrects: first.id, gross_amount: 251_000 });
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
  });

  test("in live mode, a form exists from January 1 on", async () => {
    const { id } = await live.driver();
    await paid(live, id, { [`paid_${year}`]: 500_000, [`paid_${year + 1}`]: 500_000 });
    const of = (asked: number) => live.get(`/v1/tax/${id}/1099?year=${asked}`);
    expect((await of(year)).json).toMatchObject({ livemode: true, provisional: false });
    const next = await of(year + 1);
    // The following year may have no figures yet.
    expect([next.status, next.json.error.param]).toEqual([taxRules(year + 1) ? 404 : 400, "year"]);
  });
});

(taxRules(year) ? describe : describe.skip)("an issued form that is wrong is corrected", () => {
  test("a refund in a later year lowers the form of the year of payment, and an event reports it", async () => {
    const first = await read("refunded");
    await cloud.advanceTo(at("02-08"));
    const [payout] = (await partner.read(`/v1/payments?driver_id=${drivers.refunded}`)).data;
    await partner.create(`/v1/test_helpers/payments/${payout.id}/refund`, undefined);
    await cloud.advanceTo(at("02-09"));

    const [event, ...others] = await eventsOf("refunded");
    expect([event?.corrected, others.length]).toEqual([true, 1]);
    const corrected = await read("refunded");
    expect(corrected).toMatchObject({ id: event?.id, corrected: true, corrects: first.id, gross_amount: 0 });
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

  test("another driver's form and an unknown id get a 404", async () => {
    const { id } = await read("read early");
    for (const wrong of [id, `doc_${"0".repeat(26)}`]) {
      const reply = await partner.get(form("renamed", `&document_id=${wrong}`));
      expect(errorOf(reply)).toEqual([404, "resource_missing", "document_id"]);
    }
    expect(errorOf(await partner.get(form("renamed", "&document_id=1")))).toEqual([
      400,
      "parameter_invalid",
      "document_id",
    ]);
  });
});
