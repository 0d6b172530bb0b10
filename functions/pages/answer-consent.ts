import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { type Consent, type ConsentAnswer, consentStanding } from "../../shared/domain/earnings/consent.ts";
import { returnTo } from "../../shared/domain/earnings/redirect-url.ts";
import type { Receipt } from "../../shared/domain/receipt/receipt.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { askerOfConsent } from "../../shared/http/receipt/consent-asker.ts";
import { signReceipt } from "../../shared/http/receipt/sign-receipt.ts";
import { allowing, withdrawing } from "../../shared/pages/consent/consent-pages.tsx";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findDriverItems } from "../../shared/store/driver/driver-items.ts";
import { putConnection, putWithdrawal } from "../../shared/store/earnings/connections.ts";
import { findConsent, moveConsentToRefused } from "../../shared/store/earnings/consents.ts";
import { findConnection } from "../../shared/store/earnings/earnings.ts";

/** The same answer again returns the driver again, another one gets the page of the first. */
export const handler = servePage(
  "answer-consent",
  async ({ params: { state = "" }, form, now, language }) => {
    const consent = await findConsent(state, now);
    if (!consent) return unknownLink(language, "connect");
    const page = seeOther(`/connect/${state}`);
    if (form.decision === "withdraw") {
      if (consent.answer !== "connected" || consent.withdrawn_at) return page;
      const deed = withdrawing(consent, { language, ...(await askerOfConsent(consent, now)) });
      if (form.text !== deed.text.text_sha256) return page;
      await putWithdrawal(consent, state, await signReceipt(deed, now), now);
      return page;
    }
    const answer = ANSWERS.get(form.decision);
    if (!answer) return page;
    if (consent.answer === undefined && !(await findDriverItems(consent, consent.driver_id)))
      return unknownLink(language, "connect");
    const isNew = consent.answer === undefined;
    const back = seeOther(returnTo(consent.redirect_url, state, answer));
    if (isNew && answer === "connected") {
      const deed = allowing(consent, { language, ...(await askerOfConsent(consent, now)) });
      if (form.text !== deed.text.text_sha256) return page;
      if (await allow(consent, state, await signReceipt(deed, now), now)) return back;
    }
    if (isNew && answer === "refused" && (await moveConsentToRefused(state, now))) return back;
    const currentConsent = isNew ? await findConsent(state, now) : consent;
    return (await isStill(currentConsent, answer)) ? back : page;
  },
);

const ANSWERS: ReadonlyMap<string | undefined, ConsentAnswer> = new Map([
  ["allow", "connected"],
  ["refuse", "refused"],
]);

/** Whether an earlier request gave this answer, and a connection that it made is there. */
async function isStill(consent: Consent | undefined, answer: ConsentAnswer): Promise<boolean> {
  if (consent?.answer !== answer) return false;
  if (answer === "refused") return true;
  const connection = await findConnection(consent, consent.driver_id, consent.platform);
  return consentStanding(consent, connection) === "sharing";
}

async function allow(consent: Consent, state: string, receipt: Receipt, now: Date): Promise<boolean> {
  const period = openPeriod(undefined, now);
  const rows = await adapterOf(consent.mode, "earnings").earnings(
    consent.driver_id,
    consent.platform,
    period,
  );
  return putConnection(consent, state, { period, rows }, now, receipt);
}
