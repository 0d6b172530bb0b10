import { hkdfSync } from "node:crypto";
import { newProof } from "../../crypto/proof.ts";
import { seal, unseal } from "../../crypto/sealed.ts";
import { SESSION_SECONDS } from "../../domain/account/session.ts";
import { canonical } from "../../domain/item/canonical.ts";
import { type Owner, ownerKey } from "../../domain/item/owner.ts";
import { MINUTE } from "../../domain/limit/window.ts";
import type { Key } from "../../store/keys/keys.ts";
import {
  type Answered,
  answerKey,
  answerWrite,
  deleteAnswer,
  findAnswer,
} from "../../store/table/idempotency.ts";
import { type Write, write } from "../../store/table/table.ts";
import { formIdIn } from "./form-id.ts";

/** Where a form's first answer is stored, and the key that seals it, which the table does not contain. */
export type FormPost = { key: Key; sealingKey: Uint8Array };

/** The same id and fields are the same form, as a reload sends it. Undefined: no id, so not our page's. */
export function formPostOf(
  owner: Owner,
  path: string,
  form: Readonly<Record<string, string>>,
): FormPost | undefined {
  return formIdIn(form) === "" ? undefined : placeOf(owner, `form ${path}`, canonical(form));
}

const placeOf = (owner: Owner, purpose: string, secret: string): FormPost => ({
  key: answerKey(owner, purpose, secret),
  sealingKey: new Uint8Array(hkdfSync("sha256", secret, "", `${purpose}\n${ownerKey(owner)}`, 32)),
});

function stored({ key, sealingKey }: FormPost, text: string, seconds: number, now: Date): Write {
  const expires_at = new Date(now.getTime() + seconds * 1000).toISOString();
  return answerWrite(
    key,
    { request: "form", status: 303, sealed_body: seal(text, key.pk, [sealingKey]), expires_at },
    now,
  );
}

export const answerOf = (post: FormPost, location: string, now: Date): Write =>
  stored(post, location, SESSION_SECONDS, now);

export const openAnswer = ({ key, sealingKey }: FormPost, { sealed_body }: Answered): string =>
  unseal(sealed_body, key.pk, [sealingKey]);

/** The page that the first answer led to. Undefined: the form was not sent before. */
export async function firstAnswer(post: FormPost, now: Date): Promise<string | undefined> {
  const answered = await findAnswer(post.key, now);
  return answered && openAnswer(post, answered);
}

/** Long enough for a redirect, and for a person who must reload because of it. */
const SHOWN_WITHIN_SECONDS = 10 * MINUTE;

const viewOf = (owner: Owner, token: string) => placeOf(owner, "shown once", token);

/** Sealed with the returned token. Stored before the change: if that fails, no browser has the token. */
export async function putView(owner: Owner, view: object, now: Date): Promise<string> {
  const token = newProof();
  await write(stored(viewOf(owner, token), JSON.stringify(view), SHOWN_WITHIN_SECONDS, now));
  return token;
}

/** Takes what a page shows once. Undefined: it was shown, or the browser did not ask within ten minutes. */
export async function takeView<View>(owner: Owner, token: string, now: Date): Promise<View | undefined> {
  const place = viewOf(owner, token);
  const answered = await deleteAnswer(place.key, now);
  return answered && JSON.parse(openAnswer(place, answered));
}
