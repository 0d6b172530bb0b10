import { disowningOf } from "../../shared/crypto/proof.ts";
import { signReceipt } from "../../shared/http/receipt/sign-receipt.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { declining } from "../../shared/pages/signup/signup-pages.tsx";
import { stopSaver } from "../../shared/store/savings/agreements.ts";
import { moveSignupToDeclined } from "../../shared/store/signup/confirmations.ts";
import { hashMailbox } from "../../shared/store/signup/mailboxes.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** Revokes every link, and stops the signup and email. A link that did this leads to the result again. */
export const handler = servePage("disown-signup", async ({ params, now, named, ...request }) => {
  const { signup_id = "", proof = "" } = params;
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return unknownLink(request.language);
  const disowning = await disowningOf(signup, proof);
  if (disowning === "unknown") return unknownLink(request.language);
  const language = named ?? signup.language ?? request.language;
  if (disowning === "possible")
    await moveSignupToDeclined(signup, (each) => signReceipt(declining(each, language), now), now);
  // Also when the signup was declined before: an earlier request may have ended between the two.
  await stopSaver({ mode: "live" }, await hashMailbox(signup.email), now);
  return seeOther(`/signup/${signup_id}/${proof}/not-me`);
});
