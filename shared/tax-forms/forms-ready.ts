import { form1099Ready } from "../domain/event/tax-events.ts";
import type { Owner } from "../domain/item/owner.ts";
import { formEvent, isReported } from "../domain/tax/form-1099.ts";
import { issueDocument, type TaxDocument } from "../domain/tax/tax-document.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import type { DriverYear } from "../store/driver/driver-years.ts";
import { emitWrite } from "../store/event/events.ts";
import { outboxWrite } from "../store/table/outbox.ts";
import type { WritePart } from "../store/table/table.ts";
import { taxDocumentsCount, taxDocumentWrites } from "../store/tax/tax-documents.ts";
import { correctionNow, findPayer, formFacts, issuedForm } from "./form-1099-issuing.ts";

/** Forms that are not issued yet, and an event for each. One to be corrected gets its event with that. */
export async function formsReady(
  owner: Owner,
  years: readonly DriverYear[],
  rules: TaxRules,
  now: Date,
): Promise<{ writes: WritePart[]; events: number }> {
  const fresh = await newForms(owner, years, rules, now);
  const earlier = await Promise.all(years.map((year) => reportWrite(owner, year, rules, now)));
  const reports = earlier.filter((write) => write !== undefined);
  const events = fresh.map((form) => emitWrite(owner, form1099Ready, formEvent(form)));
  return {
    writes: [
      ...fresh.flatMap((form) => taxDocumentWrites(owner, form)),
      ...(fresh.length > 0 ? [taxDocumentsCount(owner, fresh)] : []),
      ...events,
      ...reports,
    ],
    events: events.length + reports.length,
  };
}

async function newForms(
  owner: Owner,
  years: readonly DriverYear[],
  rules: TaxRules,
  now: Date,
): Promise<TaxDocument[]> {
  const reported = years.filter(({ form, paid }) => form === undefined && isReported(paid, rules));
  if (reported.length === 0) return [];
  const payer = await findPayer(owner, now);
  return reported.map((year) => issueDocument(formFacts(year, rules.year, payer), now));
}

async function reportWrite(
  owner: Owner,
  driverYear: DriverYear,
  { year }: TaxRules,
  now: Date,
): Promise<WritePart | undefined> {
  const form = await issuedForm(owner, driverYear, year);
  if (!form) return undefined;
  const isStale = (await correctionNow(owner, form, driverYear, now)) !== undefined;
  if (!isStale) return emitWrite(owner, form1099Ready, formEvent(form));
  return outboxWrite({ kind: "form_check", ...owner, driver_id: driverYear.driver.id }, now);
}
