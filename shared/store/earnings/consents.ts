import { Consent, type ConsentAnswer, hasExpired } from "../../domain/earnings/consent.ts";
import { keys } from "../keys/keys.ts";
import { above, absent } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs } from "../table/reads.ts";
import { transact, ttlAt, type Write } from "../table/table.ts";
import { change, put, putNew } from "../table/writes.ts";

/** Puts a consent under the hash of its state, so a reader of the table cannot answer it. */
export async function putConsent(consent: Consent, state: string, memory: Write | undefined): Promise<void> {
  await transactOnce(
    [putNew({ ...keys.consent(state), ...consent, ttl: ttlAt(consent.expires_at) })],
    memory,
  );
}

/** The consent with this state, answered or not, until it expires. One that was given does not expire. */
export async function findConsent(state: string, now: Date): Promise<Consent | undefined> {
  const consent = await findAs(keys.consent(state), Consent);
  return consent && !hasExpired(consent, now) ? consent : undefined;
}

/** The write of the answer, once and in time, for the transaction of what follows from it. */
export const consentAnswerWrite = (
  state: string,
  answer: ConsentAnswer,
  now: Date,
  receipt?: string,
): Write =>
  change(keys.consent(state), {
    set: { answer, answered_at: now.toISOString(), receipt, ...(answer === "connected" && { ttl: absent }) },
    when: { answer: absent, expires_at: above(now.toISOString()) },
    found: true,
  });

/** Leads from a driver to a consent that they gave, so that their erasure finds it. */
export const givenConsentWrite = (consent: Consent, state: string): Write =>
  put({ ...keys.givenConsent(consent, consent.driver_id, state), consent: keys.consent(state) });

export const moveConsentToRefused = async (state: string, now: Date): Promise<boolean> =>
  (await transact([consentAnswerWrite(state, "refused", now)])) === undefined;

/** Once. The consent's link then shows it, for 30 days. */
export const withdrawalWrite = (state: string, now: Date, receipt: string): Write =>
  change(keys.consent(state), {
    set: { withdrawn_at: now.toISOString(), receipt, ttl: ttlAt(daysLater(now)) },
    when: { answer: "connected", withdrawn_at: absent },
  });

const SHOWN_DAYS = 30;
const daysLater = (now: Date) => new Date(now.getTime() + SHOWN_DAYS * 86_400_000).toISOString();
