import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { type Consent, consentStanding } from "../../shared/domain/earnings/consent.ts";
import { returnTo } from "../../shared/domain/earnings/redirect-url.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findDriverItems } from "../../shared/store/driver/driver-items.ts";
import { deleteConnection, putConnection } from "../../shared/store/earnings/connections.ts";
import { findConsent, moveConsentToRefused, putWithdrawal } from "../../shared/store/earnings/consents.ts";
import { findConnection } from "../../shared/store/earnings/earnings.ts";

/**
 * Records the driver's first answer, to allow or to refuse. Any later one gets the page of the first. A
 * driver who allowed can withdraw.
 */
export const handler = servePage(
  "answer-consent",
  async ({ params: { state = "" }, form, now, language }) => {
    const consent = await findConsent(state, now);
    if (!consent) return unknownLink(language, "connect");
    const page = seeOther(`/connect/${state}`);
    if (consent.answer === "connected" && form.decision === "withdraw") {
      await withdraw(consent, state, now);
      return page;
    }
    if (consent.answer || (form.decision !== "allow" && form.decision !== "refuse")) return page;

    if (!(await findDriverItems(consent, consent.driver_id))) return unknownLink(language, "connect");
    const allowed = form.decision === "allow";
    const isFirst = allowed ? await allow(consent, state, now) : await moveConsentToRefused(state, now);
    if (!isFirst) return page;
    return seeOther(returnTo(consent.redirect_url, state, allowed ? "connected" : "refused"));
  },
);

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
