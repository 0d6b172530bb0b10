import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { paid } from "../support/partner/driver-figures.ts";
import { errorOf, newCompany, newPartner, type Partner } from "../support/partner/platform.ts";
import { textsOf } from "../support/pdf-text.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);
const MINUTE_MS = 60_000;

const form = (driver: string, more = "", year = 2026) => `/v1/tax/${driver}/1099?year=${year}${more}`;
const helper = (driver: string) => `/v1/test_helpers/tax/${driver}/1099_ready`;
const ready = (driver: string, gross_amount?: number, by = partner): Promise<Json> =>
  by.create(helper(driver), { year: 2025, ...(gross_amount !== undefined && { gross_amount }) });
const pathOf = (url: string) => url.slice(cloud.url.length);

async function driverPaid(cents: number, by: Partner = partner): Promise<string> {
  const { id } = await by.driver({ first_name: "Ana María", last_name: "Núñez", ssn_last4: "4321" });
  await paid(by, id, { paid_2026: cents, paid_2025: cents });
  return id;
}

test("a driver and year have one form", async () => {
  const driver = await driverPaid(3_482_507);
  const before = await cloud.now();
  const [first, again] = [await partner.read(form(driver)), await partner.read(form(driver))];
  expect(first.id).toMatch(/^doc_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(again.id).toBe(first.id);
  expect((await partner.read(form(driver, "", 2025))).id).not.toBe(first.id);
  expect(Date.parse(again.generated_at)).toBeGreaterThanOrEqual(before);
});

test("the link of a form opens the PDF of a request with a key for 15 minutes", async () => {
  const driver = await driverPaid(3_482_507);
  await partner.bankAccount(driver, "0009");
  const before = await cloud.now();
  const link = pathOf((await partner.read(form(driver))).pdf_url);
  const after = await cloud.now();
  const keyed = await partner.get(form(driver, "&format=pdf"));
  const words = ["Ana María Núñez", "$ 34,825.07", "••••0009", "XXX-XX-4321", "SANDBOX", partner.accountId];
  expect(missingFrom(textsOf(keyed.bytes).join(" "), ...words)).toEqual([]);
  const pdf = { "content-type": "application/pdf", "cache-control": "no-store" };
  const named = { ...pdf, "content-disposition": 'inline; filename="1099-NEC-2026.pdf"' };
  expect(keyed).toMatchObject({
    status: 200,
    headers: { ...named, "x-ratelimit-remaining": expect.any(String) },
  });
  await cloud.advanceTo(before + 14 * MINUTE_MS);
  const opened = await cloud.call(link);
  expect(opened).toMatchObject({ status: 200, headers: { ...pdf, "referrer-policy": "no-referrer" } });
  expect(textsOf(opened.bytes)).toEqual(textsOf(keyed.bytes));
  const head = await cloud.call(link, { method: "HEAD" });
  expect([link, head.status]).toEqual([expect.stringMatching("^/v1/tax/documents/"), 200]);
  await cloud.advanceTo(after + 15 * MINUTE_MS);
  const late = await cloud.call(link);
  expect([late.status, late.text]).toEqual([404, expect.stringContaining("This link doesn't work")]);
});

test("the PDF names the partner's company as the payer", async () => {
  const acme = await newPartner(cloud, { account: await newCompany(cloud, { company: "Acme Fleet, Inc." }) });
  const driver = await driverPaid(300_000, acme);
  const text = textsOf((await acme.get(form(driver, "&format=pdf"))).bytes).join(" ");
  expect(text).toContain("Acme Fleet, Inc.");
  expect(text).not.toContain(acme.accountId);
});

test("the test helper makes a form of 2025 with its event and the $600 threshold, and corrects it for another amount", async () => {
  const { id } = await partner.driver({ ssn_last4: "0042" });
  const below = await partner.post(helper(id), { year: 2025, gross_amount: 59_999 });
  expect(errorOf(below)).toEqual([404, "resource_missing", "year"]);
  const first = await ready(id, 60_000);
  const { pdf_url, ...stated } = first;
  const expected = { driver_id: id, year: 2025, provisional: false, gross_amount: 60_000 };
  expect(stated).toMatchObject({ ...expected, recipient_tin_last4: "0042" });
  expect(await partner.read(form(id, "", 2025))).toMatchObject(stated);
  const text = textsOf((await cloud.call(pathOf(pdf_url))).bytes).join(" ");
  expect(missingFrom(text, "Rev. April 2025", "$ 600.00", "XXX-XX-0042", "SANDBOX")).toEqual([]);

  const again = [await ready(id, 60_000), await ready(id)];
  const corrected = await ready(id, 0);
  const correction = { corrected: true, corrects: first.id, gross_amount: 0 };
  expect([...again, corrected]).toMatchObject([{ id: first.id }, { id: first.id }, correction]);
  const { data } = await partner.read(`/v1/events?type=tax.1099.ready&driver_id=${id}`);
  expect(data.map((event: Json) => [event.data.id, event.data.corrected])).toEqual([
    [corrected.id, true],
    ...Array.from({ length: 3 }, () => [first.id, false]),
  ]);
});

describe("the year's documents", () => {
  let account: Partner;
  const forms: Json[] = [];
  beforeAll(async () => {
    account = await newPartner(cloud);
    for (const first_name of ["Ana", "=Bo", "Cy, Jr."]) {
      const { id } = await account.driver({ first_name, ssn_last4: "4321" });
      forms.unshift(await ready(id, 70_000, account));
    }
    forms.unshift(await ready(forms[2]?.driver_id, 80_000, account));
    await cloud.advance("31s");
  });
  const csv = (more: string) =>
    account.call(`/v1/tax/documents?year=2025&${more}`, { headers: { accept: "text/csv" } });

  test("a caller that accepts CSV gets CSV, without formulas", async () => {
    const { status, headers, text } = await csv("limit=3&corrected=false");
    const type = "text/csv; charset=utf-8; header=present";
    expect([status, headers["content-type"], headers.link]).toEqual([200, type, undefined]);
    const [head, ...rows] = text.trimEnd().split("\r\n");
    expect(head).toBe(
      "id,type,year,driver_id,recipient_name,recipient_tin_last4,gross_amount,tip_amount,occupation,corrected,corrects,corrected_by,generated_at",
    );
    expect(rows.map((row) => row.split("drv_")[1]?.slice(27))).toEqual([
      `"Cy, Jr. Ng",4321,70000,0,,false,,,${forms[1]?.generated_at}`,
      `"'=Bo Ng",4321,70000,0,,false,,,${forms[2]?.generated_at}`,
      `Ana Ng,4321,70000,0,,false,,${forms[0]?.id},${forms[3]?.generated_at}`,
    ]);
  });

  test.each([
    ["a page", () => "limit=3", [0, 1, 2], [3]],
    ["a page that ends before a form", () => `limit=2&ending_before=${forms[3]?.id}`, [1, 2], [0]],
  ])("the link of %s leads to the forms beyond it", async (_, more, shown, beyond) => {
    const idsIn = (text: string) => text.match(/^doc_\w+/gm);
    const idsOf = (which: number[]) => which.map((i) => forms[i]?.id);
    const { text, headers } = await csv(more());
    expect(idsIn(text)).toEqual(idsOf(shown));
    const next = /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1] ?? "";
    const rest = await account.call(pathOf(next), { headers: { accept: "text/csv" } });
    expect([rest.status, idsIn(rest.text), rest.headers.link]).toEqual([200, idsOf(beyond), undefined]);
  });
});
