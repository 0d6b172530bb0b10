import { deadProofOf, mayDisown } from "../../shared/crypto/proof.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { deadLinkPage } from "../../shared/pages/signup/dead-link-pages.tsx";
import { disownedPage } from "../../shared/pages/signup/status-pages.tsx";
import { moveSignupToDeclined } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/**
 * "This wasn't me" revokes every emailed link, stops the signup and stops further email. No later step is
 * possible, so the status that is read afterwards is final.
 */
export const handler = servePage("disown-signup", async ({ params, now, named, ...request }) => {
  const { signup_id = "", proof = "" } = params;
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return unknownLink(request.language);
  if (!(await mayDisown(signup, proof, now)))
    return deadLinkPage(signup, await deadProofOf(signup, proof), { named, ...request });
  // Only a visitor with the proof sees the language of the signup.
  const language = named ?? signup.language ?? request.language;
  await moveSignupToDeclined(signup, now);
  const stopped = await findSignup(signup_id, now);
  return stopped?.mode === "live" ? disownedPage(stopped, language) : unknownLink(language);
});
