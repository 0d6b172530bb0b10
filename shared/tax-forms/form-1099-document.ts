import { sealLink, unsealLink } from "../crypto/sealed.ts";
import { Mode } from "../domain/owner.ts";
import type { Form1099, Form1099Request } from "../domain/tax/form-1099.ts";
import { documentId } from "../domain/tax/form-1099.ts";
import type { TaxRules } from "../domain/tax/tax-year.ts";
import { baseUrl, fileResult, type Result } from "../http/serve/responses.ts";
import { findPayerName } from "../store/account/accounts.ts";
import type { DriverYear } from "../store/driver/driver-years.ts";
import { readSecrets } from "../store/table/secrets.ts";

const LINK_LIVES_MS = 15 * 60 * 1000;

/** A link that opens the form without an API key. Its token is sealed, so it reveals nothing else. */
export async function linkTo({ owner, driver_id, year, generated_at }: Form1099Request): Promise<string> {
  const expiresAt = new Date(generated_at.getTime() + LINK_LIVES_MS);
  const parts = [owner.account_id, owner.mode, driver_id, String(year)];
  const token = sealLink("tax-document", { parts, expiresAt }, await readSecrets("signing"));
  return `${baseUrl()}/v1/tax/documents/${token}`;
}

/** The request in a link that has not expired. A failure rereads the keys: an operator may have added one. */
export async function readLink(token: string, now: Date): Promise<Form1099Request | undefined> {
  const opened = unsealLink("tax-document", token, await readSecrets("signing"), now);
  const sealed =
    opened ?? unsealLink("tax-document", token, await readSecrets("signing", { anew: true }), now);
  if (!sealed) return undefined;
  const [account_id = "", mode, driver_id = "", year] = sealed.parts;
  const generated_at = new Date(sealed.expiresAt.getTime() - LINK_LIVES_MS);
  return { owner: { account_id, mode: Mode.parse(mode) }, driver_id, year: Number(year), generated_at };
}

/** The form as a PDF. The PDF library is large, so it loads on demand. */
export async function paper(
  asked: Form1099Request,
  { driver, paid }: DriverYear,
  rules: TaxRules,
): Promise<Result> {
  const { owner, generated_at } = asked;
  const account = driver.bank_accounts.at(-1);
  const form: Form1099 = {
    id: await documentId(asked),
    rules,
    gross_amount: paid,
    payer: { name: await findPayerName(owner.account_id, generated_at) },
    recipient: {
      name: `${driver.first_name} ${driver.last_name}`,
      ...(account && { account_last4: account.last4 }),
    },
    generated_at: generated_at.toISOString(),
    sandbox: owner.mode === "test",
  };
  const { form1099Pdf } = await import("./form-1099-pdf.ts");
  return fileResult("application/pdf", `1099-NEC-${rules.year}.pdf`, await form1099Pdf(form));
}
