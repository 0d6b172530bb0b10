import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { answeredPage, consentPage } from "../../shared/pages/consent/consent-pages.tsx";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findAccountProfile } from "../../shared/store/account/account-profiles.ts";
import { findAccount, findPartnerOf } from "../../shared/store/account/accounts.ts";
import { findConsent } from "../../shared/store/earnings/consents.ts";

/** The page behind `authorization_url`. GET changes nothing, because link previews open it, too. */
export const handler = servePage("show-consent", async ({ params: { state = "" }, token, now, language }) => {
  const consent = await findConsent(state, now);
  if (!consent) return unknownLink(language, "connect");
  const { platforms } = adapterOf(consent.mode, "earnings");
  const platform = platforms[consent.platform] ?? consent.platform;
  const [{ display_name }, account] = await Promise.all([
    findAccountProfile(consent),
    findAccount(consent.account_id, now),
  ]);
  const company = display_name ?? (await findPartnerOf(account, now))?.company ?? account?.name;
  return (consent.answer ? answeredPage : consentPage)(consent, {
    state,
    token,
    language,
    platform,
    company,
  });
});
