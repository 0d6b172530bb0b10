import type { Owner } from "../domain/item/owner.ts";
import { isPreview, whyNoForm } from "../domain/tax/form-1099.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { type DriverYear, findDriverYear } from "../store/driver/driver-years.ts";
import { findTaxDocument } from "../store/tax/tax-documents.ts";
import { issued, type LinkedForm, preview, type ShownForm } from "./form-1099-document.ts";
import { findPayer, formFacts, settledForm } from "./form-1099-issuing.ts";

type NoForm = { missing: string; param: "year" | "document_id" };

/** The form of a driver's year: the newest one that was issued, or a preview while it can change. */
export async function formNow(
  owner: Owner,
  driverYear: DriverYear,
  rules: TaxRules,
  now: Date,
): Promise<ShownForm | NoForm> {
  if (driverYear.form !== undefined || !isPreview(rules, now)) {
    const form = await settledForm(owner, driverYear, rules, now);
    if (form) return issued(form);
  }
  const missing = whyNoForm(driverYear.paid, rules, owner.mode, now);
  if (missing) return { missing, param: "year" };
  return preview(owner, formFacts(driverYear, rules.year, await findPayer(owner, now)), now);
}

export async function formWithId(
  owner: Owner,
  { driver }: DriverYear,
  year: number,
  id: string,
): Promise<ShownForm | NoForm> {
  const form = await findTaxDocument(owner, year, id);
  if (form?.driver_id === driver.id) return issued(form);
  return { missing: "No 1099-NEC of this driver and year has this id. Check the id.", param: "document_id" };
}

/** The document that it names, or the preview of its time. Opening a link issues nothing. */
export async function linkedForm(
  { owner, driver_id, year, document_id, generated_at }: LinkedForm,
  rules: TaxRules,
): Promise<ShownForm | undefined> {
  if (document_id !== undefined) {
    const form = await findTaxDocument(owner, year, document_id);
    return form && issued(form);
  }
  const driverYear = await findDriverYear(owner, driver_id, year);
  if (!driverYear || whyNoForm(driverYear.paid, rules, owner.mode, generated_at)) return undefined;
  return preview(owner, formFacts(driverYear, year, await findPayer(owner, generated_at)), generated_at);
}
