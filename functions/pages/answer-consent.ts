import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { type Consent, type ConsentAnswer, consentStanding } from "../../shared/domain/earnings/consent.ts";
import { returnTo } from "../../shared/domain/earnings/redirect-url.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findDriverItems } from "../../shared/store/driver/driver-items.ts";
import { deleteConnection, putConnection } from "../../shared/store/earnings/connections.ts";
import { findConsent, moveConsentToRefused, putWithdrawal } from "../../shared/store/earnings/consents.ts";
import { findConnection } from "../../shared/store/earnings/earnings.ts";

/**
 * Records the driver's first answer, to allow or to refuse, and returns them to the app that asked. The same
 * answer again returns them again, while it holds. Another one gets the page of the first. A driver who
 * allowed can withdraw.
 */
export const handler = servePage(
  "answer-consent",
  async ({ params: { state = "" }, form, now, language }) => {
    const consent = await findConsent(state, now);
    if (!consent) return unknownLink(language, "connect");
    const page = seeOther(`/connect/${state}`);
    if (form.decision === "withdraw") {
      if (consent.answer === "connected" && !consent.withdrawn_at) await withdraw(consent, state, now);
      return page;
    }
    const answer = ANSWERS.get(form.decision);
    if (!answer) return page;
    if (consent.answer === undefined && !(await findDriverItems(consent, consent.driver_id)))
      return unknownLink(language, "connect");
    const isNew = consent.answer === undefined;
    const back = seeOther(returnTo(consent.redirect_url, state, answer));
    if (isNew && (await isFirst(consent, state, answer, now))) return back;
    const given = isNew ? await findConsent(state, now) : consent;
    return (await isStill(given, answer)) ? back : page;
  },
);

const ANSWERS: ReadonlyMap<string | undefined, ConsentAnswer> = new Map([
  ["allow", "connected"],
  ["refuse", "refused"],
]);

const isFirst = (consent: Consent, state: string, answer: ConsentAnswer, now: Date): Promise<boolean> =>
  answer === "connected" ? allow(consent, state, now) : moveConsentToRefused(state, now);

/** Whether an earlier request gave this answer, and a connection that it made is there. */
async function isStill(consent: Consent | undefined, answer: ConsentAnswer): Promise<boolean> {
  if (consent?.answer !== answer) return false;
  if (answer === "refused") return true;
  const connection = await findConnection(consent, consent.driver_id, consent.platform);
  return consentStanding(consent, connection) === "sharing";
}

/** Ends the connection that this consent made. One that a newer consent made stays. */
async function withdraw(consent: Consent, state: string, now: Date): Promise<void> {
  const { driver_id, platform } = consent;
  const connection = await findConnection(consent, driver_id, platform);
  if (connection && consentStanding(consent, connection) === "sharing")
    await deleteConnection(consent, driver_id, platform, now, connection.connected_at);
  await putWithdrawal(state, now);
}

async function allow(consent: Consent, state: string, now: Date): Promise<boolean> {
  const period = openPeriod(undefined, now);
  const rows = await adapterOf(consent.mode, "earnings").earnings(
    consent.driver_id,
    consent.platform,
    period,
  );
  return putConnection(consent, state, { period, rows }, now);
}
