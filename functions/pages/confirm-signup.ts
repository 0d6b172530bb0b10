import { deadProofOf, proofOf } from "../../shared/crypto/proof.ts";
import { offeredPartner } from "../../shared/http/receipt/offered-partner.ts";
import { signReceipt } from "../../shared/http/receipt/sign-receipt.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { deadLinkPage } from "../../shared/pages/signup/dead-link-pages.tsx";
import { confirmPage, joining } from "../../shared/pages/signup/signup-pages.tsx";
import { moveSignupToConfirmed } from "../../shared/store/signup/confirmations.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** The only way from `initiated` to `waitlist_joined`. The receipt is of the words that the form names. */
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
    const partner = await offeredPartner(signup, now);
    const isShared = form.share === "yes";
    const deed = joining(signup, language, partner, isShared);
    const shown = { signup, proof, token, language, partner, isShared };
    if (form.text !== deed.text.text_sha256) return confirmPage(shown, "changed");
    if (form.consent !== "yes") return confirmPage(shown, "unchecked");

    const receipt = await signReceipt(deed, now);
    await moveSignupToConfirmed(signup, stored, receipt, now);
    return page;
  },
);
