import { deadProofOf, proofOf } from "../../shared/crypto/proof.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { deadLinkPage } from "../../shared/pages/signup/dead-link-pages.tsx";
import { confirmPage } from "../../shared/pages/signup/signup-pages.tsx";
import { moveSignupToConfirmed } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** The only move of a live signup to `waitlist_joined`: the owner submits the form with the emailed proof. */
export const handler = servePage(
  "confirm-signup",
  async ({ params, form, token, now, named, ...request }) => {
    const { signup_id = "", proof = "" } = params;
    const signup = await findSignup(signup_id, now);
    if (signup?.mode !== "live") return unknownLink(request.language);
    const stored = await proofOf(signup, proof, now);
    if (!stored) return deadLinkPage(signup, await deadProofOf(signup, proof), { named, ...request });
    const page = seeOther(`/signup/${signup_id}/${proof}`);
    if (signup.status !== "initiated") return page;
    // Only a visitor with the proof sees the language of the signup.
    const language = named ?? signup.language ?? request.language;
    if (form.consent !== "yes") return confirmPage({ signup, proof, token, language }, { isUnchecked: true });

    await moveSignupToConfirmed(signup, stored, now);
    return page;
  },
);
