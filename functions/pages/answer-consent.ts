import type { Consent } from "../../shared/domain/earnings/consent.ts";
import { syncedPeriod } from "../../shared/domain/earnings/earnings-source.ts";
import { returnTo } from "../../shared/domain/earnings/redirect-url.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { answeredPage } from "../../shared/pages/consent/consent-pages.tsx";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { putConnection } from "../../shared/store/earnings/connections.ts";
import { findConsent, moveConsentToRefused } from "../../shared/store/earnings/consents.ts";

/**
 * Records the driver's first answer, to allow or to refuse. Any later answer gets a page with the first one.
 */
export const handler = servePage("answer-consent", async ({ params: { state = "" }, form, now }) => {
  const consent = await findConsent(state, now);
  if (!consent) return unknownLink();
  if (consent.answer) return answeredPage(consent, state);
  if (form.decision !== "allow" && form.decision !== "refuse") return seeOther(`/connect/${state}`);

  const allowed = form.decision === "allow";
  const isFirst = allowed ? await allow(consent, state, now) : await moveConsentToRefused(state, now);
  if (isFirst) return seeOther(returnTo(consent.redirect_url, state, allowed ? "connected" : "refused"));
  const answered = await findConsent(state, now);
  return answered ? answeredPage(answered, state) : unknownLink();
});

async function allow(consent: Consent, state: string, now: Date): Promise<boolean> {
  const period = syncedPeriod(now);
  const rows = await adapterOf(consent.mode, "earnings").earnings(
    consent.driver_id,
    consent.platform,
    period,
  );
  return putConnection(consent, state, { period, rows }, now);
}
