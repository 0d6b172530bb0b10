import { formYears } from "../domain/driver/deleted-driver.ts";
import type { Owner } from "../domain/item/owner.ts";
import { isReported, isThresholdPublished } from "../domain/tax/form-1099.ts";
import { issueDocument, type TaxDocument } from "../domain/tax/tax-document.ts";
import { taxRules } from "../domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { deletedWithoutForm, type TaxRemains } from "../store/driver/deleted-drivers.ts";
import type { DriverItems } from "../store/driver/driver-items.ts";
import { yearOf } from "../store/driver/driver-years.ts";
import { findFormYear, findPayer, formFacts, settledForm } from "./form-1099-issuing.ts";
import { sealedIdentity } from "./sealed-identity.ts";

export async function taxRemains(owner: Owner, items: DriverItems, now: Date): Promise<TaxRemains> {
  const { id, first_name, last_name, ssn_last4, address, occupation } = yearOf(
    items,
    now.getUTCFullYear(),
  ).driver;
  return {
    identity: await sealedIdentity(id, { first_name, last_name, ssn_last4, address, occupation }),
    documents: await unissuedForms(owner, items, now),
  };
}

/** Their deletion could not know whether the year is reported. Returns the number of forms. */
export async function issueLateForms(owner: Owner, rules: TaxRules, now: Date): Promise<number> {
  let issued = 0;
  for await (const id of deletedWithoutForm(owner, rules)) {
    const formYear = await findFormYear(owner, id, rules.year);
    if (formYear && (await settledForm(owner, formYear, rules, now, findFormYear))) issued += 1;
  }
  return issued;
}

/**
 * The forms that are reported and not issued. A deleted driver gets no new payouts, so they are complete. The
 * walk of January issues the others.
 */
async function unissuedForms(owner: Owner, items: DriverItems, now: Date): Promise<TaxDocument[]> {
  const due = formYears(items[1]).flatMap((year) => {
    const driverYear = yearOf(items, year);
    const rules = taxRules(year);
    const isDue =
      driverYear.form === undefined && isReported(driverYear.paid, rules) && isThresholdPublished(rules);
    return isDue ? [{ found: driverYear, year }] : [];
  });
  if (due.length === 0) return [];
  const payer = await findPayer(owner, now);
  return due.map(({ found, year }) => issueDocument(formFacts(found, year, payer), now));
}
