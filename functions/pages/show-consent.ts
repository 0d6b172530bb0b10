import { shownAsker } from "../../shared/domain/account/account-profile.ts";
import { consentStanding } from "../../shared/domain/earnings/consent.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { consentPage, givenPage, refusedPage } from "../../shared/pages/consent/consent-pages.tsx";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findAccountProfile } from "../../shared/store/account/account-profiles.ts";
import { findAccount, findPartnerOf } from "../../shared/store/account/accounts.ts";
import { findConsent } from "../../shared/store/earnings/consents.ts";
import { findConnection } from "../../shared/store/earnings/earnings.ts";

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
  const registered = (await findPartnerOf(account, now))?.company;
  const company = shownAsker(display_name, registered) ?? account?.name;
  const asked = { state, token, language, platform, company };
  if (consent.answer === undefined) return consentPage(consent, asked);
  if (consent.answer === "refused") return refusedPage(consent, asked);
  const connection = await findConnection(consent, consent.driver_id, consent.platform);
  return givenPage(consent, asked, consentStanding(consent, connection));
});
