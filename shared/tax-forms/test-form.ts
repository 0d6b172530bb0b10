import type { Owner } from "../domain/item/owner.ts";
import { whyNoForm } from "../domain/tax/form-1099.ts";
import { issueDocument, type TaxDocument } from "../domain/tax/tax-document.ts";
import { taxRules } from "../domain/tax/years/tax-rules.ts";
import type { DriverYear } from "../store/driver/driver-years.ts";
import { Contention, type Write } from "../store/table/table.ts";
import { putReadyEvent, putTaxDocument } from "../store/tax/tax-documents.ts";
import { correctionNow, findPayer, formFacts, issuedForm } from "./form-1099-issuing.ts";

type Ready = { form: TaxDocument; put: (memory: Write | undefined) => Promise<void> };

/** With the transaction that issues it with its event. `gross_amount` replaces the year's sum. */
export async function readyForm(
  owner: Owner,
  driverYear: DriverYear,
  { year, gross_amount }: { year: number; gross_amount?: number | undefined },
  now: Date,
): Promise<Ready | { missing: string }> {
  const rules = taxRules(year);
  const paid = gross_amount ?? driverYear.paid;
  const formYear = { ...driverYear, paid, tips: Math.min(driverYear.tips, paid) };
  const earlier = await issuedForm(owner, driverYear, year);
  if (!earlier) {
    const missing = whyNoForm(formYear.paid, rules, owner.mode, now);
    if (missing) return { missing: `${missing} To make one, send a gross_amount that reaches it.` };
    const form = issueDocument(formFacts(formYear, year, await findPayer(owner, now)), now);
    return { form, put: putting(owner, form, driverYear) };
  }
  const correction = await correctionNow(owner, earlier, formYear, now);
  if (correction) return { form: correction, put: putting(owner, correction, driverYear) };
  return { form: earlier, put: (memory) => putReadyEvent(owner, earlier, memory) };
}

const putting =
  (owner: Owner, form: TaxDocument, { paid, tips }: DriverYear) =>
  async (memory: Write | undefined): Promise<void> => {
    if (!(await putTaxDocument(owner, form, { event: true, sums: { paid, tips } }, memory)))
      throw new Contention("The driver's payouts changed");
  };
