import { proofOf } from "../../shared/crypto/proof.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { confirmPage } from "../../shared/pages/signup/signup-pages.tsx";
import { moveSignupToConfirmed } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/**
 * A live signup moves from `initiated` to `waitlist_joined` only here, when the owner submits the form
 * with the emailed proof.
 */
export const handler = servePage("confirm-signup", async ({ params, form, token, now }) => {
  const { signup_id = "", proof = "" } = params;
  const signup = await findSignup(signup_id, now);
  const stored = signup?.mode === "live" && (await proofOf(signup, proof, now));
  if (!stored) return unknownLink();
  if (form.consent !== "yes") return confirmPage(signup, proof, token, "Check the box to confirm.");

  if (signup.status === "initiated") await moveSignupToConfirmed(signup, stored, now);
  return seeOther(`/signup/${signup_id}/${proof}`);
});
