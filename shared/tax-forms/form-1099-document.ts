import { sealLink, unsealLink } from "../crypto/sealed.ts";
import { Mode, type Owner } from "../domain/item/owner.ts";
import { type Form1099Request, previewId, publicForm } from "../domain/tax/form-1099.ts";
import type { FormFacts, TaxDocument } from "../domain/tax/tax-document.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { readSecrets } from "../store/table/secrets.ts";
import { openedTin } from "./sealed-tin.ts";

const LINK_LIVES_MS = 15 * 60 * 1000;

export type ShownForm = FormFacts &
  Pick<TaxDocument, "id" | "generated_at" | "corrects" | "corrected_by"> & { provisional: boolean };

export const issued = (document: TaxDocument): ShownForm => ({ ...document, provisional: false });

export const preview = async (owner: Owner, facts: FormFacts, now: Date): Promise<ShownForm> => ({
  ...facts,
  id: await previewId({ owner, ...facts }),
  generated_at: now.toISOString(),
  provisional: true,
});

/** A link's request. Without a document's id, it is for the preview. */
export type LinkedForm = Form1099Request & { document_id?: string };

/** A link that opens the form without an API key. Its token is sealed, so it reveals nothing else. */
async function linkTo(owner: Owner, form: ShownForm, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + LINK_LIVES_MS);
  const parts = [owner.account_id, owner.mode, form.driver_id, String(form.year)];
  if (!form.provisional) parts.push(form.id);
  const token = sealLink("tax-document", { parts, expiresAt }, await readSecrets("signing"));
  return `${baseUrl()}/v1/tax/documents/${token}`;
}

/** The request in a link that has not expired. A failure rereads the keys: an operator may have added one. */
export async function readLink(token: string, now: Date): Promise<LinkedForm | undefined> {
  const opened = unsealLink("tax-document", token, await readSecrets("signing"), now);
  const sealed =
    opened ?? unsealLink("tax-document", token, await readSecrets("signing", { anew: true }), now);
  if (!sealed) return undefined;
  const [account_id = "", mode, driver_id = "", year, document_id] = sealed.parts;
  const generated_at = new Date(sealed.expiresAt.getTime() - LINK_LIVES_MS);
  return {
    owner: { account_id, mode: Mode.parse(mode) },
    driver_id,
    year: Number(year),
    generated_at,
    ...(document_id !== undefined && { document_id }),
  };
}

export const shownForm = async (owner: Owner, form: ShownForm, now: Date) => ({
  ...(await formRow(owner, form)),
  pdf_url: await linkTo(owner, form, now),
});

export async function formRow(owner: Owner, form: ShownForm) {
  const { tin } = form.recipient;
  const tin_last4 = tin && (await openedTin(form.driver_id, tin));
  return publicForm(owner, form, { provisional: form.provisional, tin_last4 });
}
