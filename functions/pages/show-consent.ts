import { consentStanding } from "../../shared/domain/earnings/consent.ts";
import { askerOfConsent } from "../../shared/http/receipt/consent-asker.ts";
import { consentPage, givenPage, refusedPage } from "../../shared/pages/consent/consent-pages.tsx";
import { receiptFile } from "../../shared/pages/layout/receipt-card.tsx";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findConsent } from "../../shared/store/earnings/consents.ts";
import { findConnection } from "../../shared/store/earnings/earnings.ts";
import { findReceipt } from "../../shared/store/receipt/receipts.ts";

/** The page behind `authorization_url`. GET changes nothing, because link previews open it, too. */
export const handler = servePage(
  "show-consent",
  async ({ route, params: { state = "" }, token, now, language }) => {
    const consent = await findConsent(state, now);
    if (!consent) return unknownLink(language, "connect");
    const receipt =
      consent.receipt === undefined ? undefined : await findReceipt(consent.driver_id, consent.receipt);
    if (route.endsWith("/receipt")) return receipt ? receiptFile(receipt) : unknownLink(language, "connect");
    const asker = { state, token, language, ...(await askerOfConsent(consent, now)) };
    if (consent.answer === undefined) return consentPage(consent, asker);
    if (consent.answer === "refused") return refusedPage(consent, asker);
    const connection = await findConnection(consent, consent.driver_id, consent.platform);
    return givenPage(consent, asker, consentStanding(consent, connection), receipt);
  },
);
