import { requestConfirmationPage } from "../../shared/contract/request-confirmation.ts";
import { mayAskForMail } from "../../shared/domain/signup/signup.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { limitedAs, seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { putEmailRequest } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/**
 * Sends the confirmation link again. The page never shows whether it did: the visitor may not be the owner.
 */
export const handler = servePage(
  requestConfirmationPage.name,
  async ({ params: { signup_id = "" }, now, language }) => {
    const signup = await findSignup(signup_id, now);
    if (signup?.mode !== "live") return unknownLink(language);
    if (mayAskForMail(signup, now) === "yes") await putEmailRequest(signup, language, now);
    return seeOther(`/signup/${signup_id}/mailed`);
  },
  limitedAs(requestConfirmationPage, limitBySource),
);
