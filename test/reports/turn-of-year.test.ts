import { expect, test } from "@jest/globals";
import { setClock } from "../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { missingFigures } from "../../shared/domain/tax/years/tax-rules.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { earned } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

/**
 * The second day of a year of which most figures are not published, on a cloud of its own. Reported: the year
 * turned, and logging and the summary stopped for want of a figure.
 */
const year = Math.max(2027, new Date().getUTCFullYear() + 1);
const today = `${year}-01-02`;
const dataDir = newFolder();
setClock(dataDir, Date.parse(`${today}T09:00:00Z`));
const cloud = await startCloud({ dataDir });
const partner = await newPartner(cloud);
const { id: driver } = await partner.driver();
const summary = (): Promise<Json> => partner.read(`/v1/tax/${driver}/summary?year=${year}`);
const missing = missingFigures(year);
const isMissing = (figure: string) => missing.includes(figure);

test("on 2 January a driver logs the day's miles and expenses, and the summary names the figures that are late", async () => {
  const rate = isMissing("mileage_rate") ? ["mileage_rate"] : [];
  const miles = { miles: 100, date: today };
  const entry = await partner.create(`/v1/tax/${driver}/mileage`, miles);
  expect(entry).toMatchObject({ provisional: rate.length > 0, provisional_figures: rate });
  const personal = await partner.create(`/v1/tax/${driver}/mileage`, { ...miles, purpose: "commute" });
  expect(personal).toMatchObject({ deduction_amount: 0, provisional: false, provisional_figures: [] });
  // The driver's day is the next one in UTC.
  await partner.create(`/v1/tax/${driver}/mileage`, { miles: 1, date: `${year}-01-03` });
  await partner.create(`/v1/tax/${driver}/mileage`, { miles: 1, date: "2024-01-01" });
  const spent = { category: "supplies", amount: 1_000, business_share: 100, date: today };
  await partner.create(`/v1/tax/${driver}/expenses`, spent);
  const later = await partner.call(`/v1/tax/${driver}/mileage`, {
    method: "POST",
    json: { miles: 1, date: `${year}-01-04` },
  });
  expect(errorOf(later)).toEqual([400, "parameter_invalid", "date"]);

  await earned(partner, driver, { pay: 1_000_000, month: `${year}-01` });
  const figures = await summary();
  expect(figures.deductions).toMatchObject({ mileage: { miles: 101 }, supplies: 1_000 });
  expect(figures.estimated_tax).toBeGreaterThan(0);
  expect(figures.provisional).toBe(figures.provisional_figures.length > 0);
  expect(missing).toEqual(expect.arrayContaining(figures.provisional_figures));
  const listed = (await partner.read(`/v1/tax/${driver}/mileage`)).data;
  const sum = listed
    .filter(({ date }: Json) => date.startsWith(`${year}`))
    .reduce((total: number, { deduction_amount }: Json) => total + deduction_amount, 0);
  expect(figures.deductions.mileage.amount).toBe(sum);
});

test("a summary of a far year answers, and one before 2024 does not", async () => {
  const far = await partner.read(`/v1/tax/${driver}/summary?year=2040`);
  expect([far.gross_income, far.provisional, far.deductions.tips_exemption.amount]).toEqual([0, true, 0]);
  const before = await partner.get(`/v1/tax/${driver}/summary?year=2023`);
  expect(errorOf(before)).toEqual([400, "parameter_invalid", "year"]);
});

test("the eligibility estimate uses the newest published limits and names their year", async () => {
  const { json } = await cloud.call("/api/agent/eligibility?filing_status=single&magi=60000");
  const { tax_year, savers_match, disclaimer } = json;
  const newest = isMissing("roth_ira_limits") ? expect.any(Number) : year;
  expect([tax_year, tax_year <= year]).toEqual([newest, true]);
  expect(disclaimer).toContain(`tax year ${tax_year};`);
  expect(savers_match.tax_year).toBeGreaterThanOrEqual(2027);
  const { text } = await cloud.call("/");
  expect(text).toContain(`Saver&#39;s Match for ${savers_match.tax_year}`.replace("&#39;", "'"));
  expect(text).toContain(`${tax_year}`);
});
