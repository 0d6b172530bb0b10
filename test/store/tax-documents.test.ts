import { expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/item/owner.ts";
import type { TaxDocument } from "../../shared/domain/tax/tax-document.ts";
import { isThresholdPublished } from "../../shared/domain/tax/form-1099.ts";
import { published } from "../../shared/domain/tax/years/published.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { taxYear2026 } from "../../shared/domain/tax/years/tax-year-2026.ts";
import type { DriverYear } from "../../shared/store/driver/driver-years.ts";
import { newDriver, newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";
import { correct, issue, paidDriver, pay, year } from "./tax-form-steps.ts";

const reading = await import("../../shared/tax-forms/form-1099-reading.ts");
const issuing = await import("../../shared/tax-forms/form-1099-issuing.ts");
const documents = await import("../../shared/tax-forms/form-1099-document.ts");
const papers = await import("../../shared/tax-forms/form-1099-paper.ts");
const put = (owner: Owner, document: TaxDocument) => store.putTaxDocument(owner, document, { event: true });

test("an issued form, its row and its paper stay the same when figures of its year come late", async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  await pay(owner, driver, 300_000);
  const now = new Date(Date.UTC(year + 1, 1, 1));
  const yearOf = async () => (await store.findDriverYear(owner, driver, year)) as DriverYear;
  await issuing.settledForm(owner, await yearOf(), taxRules(year), now);
  const shown = async () => {
    const rules = taxRules(year);
    const form = await reading.formNow(owner, await yearOf(), rules, now);
    if ("missing" in form) throw new Error(form.missing);
    return [await documents.formRow(owner, form), await papers.paper(owner, form, rules)];
  };
  const before = await shown();

  const { form1099Nec, ...figures } = taxYear2026;
  const late = { ...form1099Nec, value: { ...form1099Nec?.value, threshold: 1_000_000 } };
  (published as unknown as object[]).push({ ...figures, form1099Nec: late, year });
  expect(isThresholdPublished(taxRules(year))).toBe(true);
  expect(await shown()).toEqual(before);
  await issuing.correctForms(owner, driver, now);
  expect(await store.countTaxDocuments(owner, { year })).toBe(1);
  (published as unknown as object[]).pop();
});

test("a document of a driver that does not exist is not stored", async () => {
  const owner = newOwner();
  expect(await put(owner, issue("drv_0", 0))).toBe(false);
});

test("lists and counts agree for every filter, page by page, and name no other year or owner", async () => {
  const owner = newOwner();
  const issued: TaxDocument[] = [];
  for (let i = 0; i < 5; i++) {
    const first = issue(await paidDriver(owner, 300_000), 300_000);
    await put(owner, first);
    issued.unshift(first);
    if (i % 2 === 1) continue;
    await pay(owner, first.driver_id, 1_000);
    const correction = correct(first, 301_000);
    await put(owner, correction);
    issued.unshift(correction);
  }
  const [someone] = issued.slice(-1);
  for (const filter of [
    {},
    { corrected: true },
    { corrected: false },
    { driver_id: someone?.driver_id },
    { driver_id: someone?.driver_id, corrected: true },
    { driver_id: `drv_${"0".repeat(26)}` },
  ]) {
    const expected = issued
      .filter(({ driver_id }) => filter.driver_id === undefined || driver_id === filter.driver_id)
      .filter(
        ({ corrects }) => filter.corrected === undefined || filter.corrected === (corrects !== undefined),
      )
      .map(({ id }) => id);
    const listed: string[] = [];
    for (let starting_after: string | undefined, more = true; more; starting_after = listed.at(-1)) {
      const page = await store.listTaxDocuments(owner, { year, ...filter }, { limit: 2, starting_after });
      listed.push(...page.data.map(({ id }) => id));
      more = page.has_more;
    }
    expect([filter, listed]).toEqual([filter, expected]);
    expect(await store.countTaxDocuments(owner, { year, ...filter })).toBe(expected.length);
  }
  expect(await store.countTaxDocuments(owner, { year: 2125 })).toBe(0);
  expect((await store.listTaxDocuments(newOwner(), { year }, { limit: 2 })).data).toEqual([]);
});
