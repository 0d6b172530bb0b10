import { expect, test } from "@jest/globals";
import { setClock } from "../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { isThresholdPublished } from "../../shared/domain/tax/form-1099.ts";
import { missingFigures, taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { earned, paid } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { AGREE, actAs, savers, savingsPath } from "../support/partner/savings.ts";

/** The second day of a year of which most figures are not published, on a cloud of its own. */
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
  const found = await summary();
  expect(found.deductions).toMatchObject({ mileage: { miles: 101 }, supplies: 1_000 });
  expect(found.estimated_tax).toBeGreaterThan(0);
  expect(found.provisional).toBe(found.provisional_figures.length > 0);
  expect(missing).toEqual(expect.arrayContaining(found.provisional_figures));
  const listed = (await partner.read(`/v1/tax/${driver}/mileage`)).data;
  const sum = listed
    .filter(({ date }: Json) => date.startsWith(`${year}`))
    .reduce((all: number, { deduction_amount }: Json) => all + deduction_amount, 0);
  expect(found.deductions.mileage.amount).toBe(sum);
});

test("on 2 January a partner's test walks from the invitation to the Roth IRA without a browser and without waiting", async () => {
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["*"] });
  const [driver = ""] = await savers(partner, 1, 0);
  const started = await actAs(partner, driver, AGREE);
  expect([started.status, started.json]).toEqual([
    200,
    expect.objectContaining({ object: "savings", status: "active", rule: "percent", percent: 5 }),
  ]);
  expect(await partner.read(savingsPath(driver))).toEqual(started.json);

  const [kept, returned] = [
    await partner.payout(driver, { amount: 10_000 }),
    await partner.payout(driver, { amount: 10_000 }),
  ];
  for (const { net_amount, savings_amount, bank_amount } of [kept, returned]) {
    expect(savings_amount).toBe(Math.round(net_amount * 0.05));
    expect(savings_amount + bank_amount).toBe(net_amount);
  }
  const settled = await partner.post(`/v1/test_helpers/payments/${kept.id}/contribute`, undefined);
  expect([settled.status, settled.json]).toEqual([
    200,
    expect.objectContaining({
      status: "settled",
      payout_id: kept.id,
      amount: kept.savings_amount,
      tax_year: year,
    }),
  ]);
  const refund = await partner.post(`/v1/test_helpers/payments/${kept.id}/refund`, undefined);
  expect(refund.json.refunded_amount).toBe(10_000 - kept.savings_amount);
  const back = await partner.post(`/v1/test_helpers/payments/${returned.id}/refund`, undefined);
  expect(back.json.refunded_amount).toBe(10_000);

  await actAs(partner, driver, { act: "change", rule: "cents", yearly_cap: 50_000 });
  const odd = await partner.payout(driver, { amount: 10_012, method: "standard" });
  await partner.post(`/v1/test_helpers/payments/${odd.id}/complete`, undefined);
  expect((await partner.read(`/v1/payments/${odd.id}`)).savings_amount).toBe(odd.net_amount % 100);
  const ended = await actAs(partner, driver, { act: "end" });
  expect(ended.json).toMatchObject({ status: "ended", ended_by: "driver" });
  expect((await partner.payout(driver, { amount: 10_000 })).savings_amount).toBe(0);

  await cloud.advance("0s");
  const types = receiver.received
    .map(({ json }) => json.type)
    .filter((type) => /savings|contribution/.test(type));
  expect(types.sort()).toEqual([
    "contribution.reversed",
    "contribution.settled",
    "savings.changed",
    "savings.ended",
    "savings.started",
  ]);
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

test("after the year, quarters are reported by provisional figures, and forms wait as previews", async () => {
  const folder = newFolder();
  // Quarters are reported two weeks before they are due, so on 1 January at the earliest.
  setClock(folder, Date.parse(`${year}-12-31T09:00:00Z`));
  const winter = await startCloud({ dataDir: folder });
  const payer = await newPartner(winter);
  const { id } = await payer.driver();
  await paid(payer, id, { [`paid_${year}`]: 500_000 });
  await earned(payer, id, { pay: 3_000_000, month: `${year}-11` });
  await winter.advanceTo(Date.parse(`${year + 1}-01-15T07:00:00Z`));
  const eventsOf = async (type: string): Promise<Json[]> =>
    (await payer.read(`/v1/events?type=${type}`)).data.map(({ data }: Json) => data);
  expect(await eventsOf("tax.quarterly.due")).toMatchObject([{ driver_id: id, year, q: "Q4" }]);

  const waits = !isThresholdPublished(taxRules(year));
  const form = await payer.read(`/v1/tax/${id}/1099?year=${year}`);
  const late = waits ? ["form_1099_threshold"] : [];
  expect([form.provisional, form.provisional_figures]).toEqual([waits, late]);
  expect(await eventsOf("tax.1099.ready")).toHaveLength(waits ? 0 : 1);
  // A form of the sandbox's helper binds no filer, so it is issued.
  const issued = await payer.create(`/v1/test_helpers/tax/${id}/1099_ready`, { year });
  expect([issued.provisional, issued.gross_amount]).toEqual([false, 500_000]);
});
