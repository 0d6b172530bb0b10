import { writtenEin } from "../domain/account/account-profile.ts";
import type { Owner } from "../domain/item/owner.ts";
import { addressLines } from "../domain/address/stored-address.ts";
import type { Form1099 } from "../domain/tax/form-1099.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { fileResult, type Result } from "../http/serve/responses.ts";
import type { ShownForm } from "./form-1099-document.ts";
import { openedEin, openedTin } from "./sealed-tin.ts";

/** The form as a PDF. The PDF library is large, so it loads on demand. */
export async function paper(owner: Owner, form: ShownForm, rules: TaxRules): Promise<Result> {
  const { form1099Pdf } = await import("./form-1099-pdf.ts");
  const bytes = await form1099Pdf(await printed(owner, form, rules));
  return fileResult("application/pdf", `1099-NEC-${rules.year}.pdf`, bytes);
}

async function printed(owner: Owner, form: ShownForm, rules: TaxRules): Promise<Form1099> {
  const { payer, recipient } = form;
  const payerLines = payer.address && addressLines(payer.address);
  return {
    id: form.id,
    rules,
    gross_amount: form.gross_amount,
    tip_amount: form.tip_amount,
    ...(form.occupation && { occupation: form.occupation }),
    payer: {
      name: payer.legal_name ?? payer.name,
      ...(payerLines && { address: [payerLines.street, payerLines.city] }),
      ...(payer.ein && { tin: writtenEin(await openedEin(owner, payer.ein)) }),
    },
    recipient: {
      name: recipient.name,
      ...(recipient.address && addressLines(recipient.address)),
      ...(recipient.tin && { tin_last4: await openedTin(form.driver_id, recipient.tin) }),
      ...(recipient.account_last4 && { account_last4: recipient.account_last4 }),
    },
    generated_at: form.generated_at,
    sandbox: owner.mode === "test",
    provisional: form.provisional,
    ...(form.corrects && { corrects: form.corrects }),
  };
}
