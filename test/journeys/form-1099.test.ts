import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { paid } from "../support/partner/driver-figures.ts";
import { newCompany, newPartner, type Partner } from "../support/partner/platform.ts";
import { textsOf } from "../support/pdf-text.ts";

const TIME_SCALE = 120;

const cloud = await sharedCloud(TIME_SCALE);
const partner = await newPartner(cloud);

const form = (driver: string, more = "", year = 2026) => `/v1/tax/${driver}/1099?year=${year}${more}`;

async function driverPaid(cents: number, by: Partner = partner): Promise<string> {
  const { id } = await by.driver({ first_name: "Ana María", last_name: "Núñez", ssn_last4: "4321" });
  await paid(by, id, { paid_2026: cents, paid_2025: cents });
  return id;
}

/** The path of a document's link, which needs no key. */
async function linkOf(driver: string, by: Partner = partner): Promise<string> {
  const { pdf_url } = await by.read(form(driver));
  expect(pdf_url.startsWith(`${cloud.url}/v1/tax/documents/`)).toBe(true);
  return pdf_url.slice(cloud.url.length);
}

test("a driver and year have one form id, and generated_at is the time of the request", async () => {
  const driver = await driverPaid(300_000);
  const [first, again] = [await partner.read(form(driver)), await partner.read(form(driver))];
  expect(first.id).toMatch(/^doc_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(again.id).toBe(first.id);
  expect((await partner.read(form(driver, "", 2025))).id).not.toBe(first.id);
  expect((await partner.read(form(await driverPaid(300_000)))).id).not.toBe(first.id);
  expect(Math.abs(Date.parse(again.generated_at) - (await cloud.now()))).toBeLessThan(60_000 * TIME_SCALE);
});

test("a request with a key gets the PDF, which no cache stores", async () => {
  const driver = await driverPaid(3_482_507);
  await partner.bankAccount(driver, "0009");
  const { status, headers, bytes } = await partner.get(form(driver, "&format=pdf"));
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "application/pdf",
    "no-store",
  ]);
  expect(headers["content-disposition"]).toBe('inline; filename="1099-NEC-2026.pdf"');
  expect(headers).toHaveProperty("x-ratelimit-remaining");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const text = textsOf(bytes).join(" ");
  for (const words of [
    "Ana María Núñez",
    "$ 34,825.07",
    "••••0009",
    "XXX-XX-4321",
    "SANDBOX",
    partner.accountId,
  ])
    expect(text).toContain(words);
});

test("the PDF names the partner's company as the payer", async () => {
  const acme = await newPartner(cloud, { account: await newCompany(cloud, { company: "Acme Fleet, Inc." }) });
  const driver = await driverPaid(300_000, acme);
  const text = textsOf((await acme.get(form(driver, "&format=pdf"))).bytes).join(" ");
  expect(text).toContain("Acme Fleet, Inc.");
  expect(text).not.toContain(acme.accountId);
});

test("the link opens the same PDF without a key", async () => {
  const driver = await driverPaid(300_000);
  const { status, headers, bytes } = await cloud.call(await linkOf(driver));
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "application/pdf",
    "no-store",
  ]);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  const keyed = await partner.get(form(driver, "&format=pdf"));
  expect(textsOf(bytes)).toEqual(textsOf(keyed.bytes));
  expect((await cloud.call(await linkOf(driver), { method: "HEAD" })).status).toBe(200);
});
