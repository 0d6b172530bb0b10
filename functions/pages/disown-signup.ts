import { proofOf } from "../../shared/crypto/proof.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { disownedPage } from "../../shared/pages/signup/signup-pages.tsx";
import { moveSignupToDeclined } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/**
 * "This wasn't me" revokes every emailed link, stops the signup and stops further email. No later step is
 * possible, so the status that is read afterwards is final.
 */
export const handler = servePage("disown-signup", async ({ params, now }) => {
  const { signup_id = "", proof = "" } = params;
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || !(await proofOf(signup, proof, now))) return unknownLink();
  await moveSignupToDeclined(signup, now);
  const stopped = await findSignup(signup_id, now);
  return stopped?.mode === "live" ? disownedPage(stopped) : unknownLink();
});
