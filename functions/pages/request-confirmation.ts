import { requestConfirmationPage } from "../../shared/contract/request-confirmation.ts";
import { mayAskForMail } from "../../shared/domain/signup/signup.ts";
import { formIdIn } from "../../shared/http/guard/form-id.ts";
import { asker, turnOf } from "../../shared/http/guard/fair-share.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { limitedAs, seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { wouldWait } from "../../shared/store/share/lanes.ts";
import { putEmailRequest } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** The page never shows whether it did: the visitor may not be the owner. */
export const handler = servePage(
  requestConfirmationPage.name,
  async ({ params: { signup_id = "" }, event, form, now, language }) => {
    const signup = await findSignup(signup_id, now);
    if (signup?.mode !== "live") return unknownLink(language);
    const page = `/signup/${signup_id}/mailed`;
    const formId = formIdIn(form);
    const requestedForm = [...(signup.mail_forms ?? [])].find((form) => form.startsWith(formId));
    if (requestedForm !== undefined) return seeOther(page + requestedForm.slice(formId.length));
    if (mayAskForMail(signup, now) !== "yes") return seeOther(page);
    const op = { ...requestConfirmationPage, method: "POST" };
    const turn = await turnOf(op, "press", asker(event.requestContext.http.sourceIp), now);
    const query = (await wouldWait("press", turn, now)) ? "?waits" : "";
    await putEmailRequest(signup, { language, turn, form: formId + query }, now);
    return seeOther(page + query);
  },
  limitedAs(requestConfirmationPage, limitBySource),
);
