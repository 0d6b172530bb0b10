import type { Owner } from "../domain/owner.ts";
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
  found: DriverYear,
  { year, gross_amount }: { year: number; gross_amount?: number | undefined },
  now: Date,
): Promise<Ready | { missing: string }> {
  const rules = taxRules(year);
  if (!rules) throw new Error(`The tax year ${year} has no rules`);
  const wanted = { ...found, paid: gross_amount ?? found.paid };
  const earlier = await issuedForm(owner, found, year);
  if (!earlier) {
    const missing = whyNoForm(wanted.paid, rules, owner.mode, now);
    if (missing) return { missing };
    const form = issueDocument(formFacts(wanted, year, await findPayer(owner, now)), now);
    return { form, put: putting(owner, form, found) };
  }
  const correction = await correctionNow(owner, earlier, wanted, now);
  if (correction) return { form: correction, put: putting(owner, correction, found) };
  return { form: earlier, put: (memory) => putReadyEvent(owner, earlier, now, memory) };
}

const putting =
  (owner: Owner, form: TaxDocument, { paid }: DriverYear) =>
  async (memory: Write | undefined): Promise<void> => {
    if (!(await putTaxDocument(owner, form, { event: true, paid }, memory)))
      throw new Contention("The driver's payouts changed");
  };
