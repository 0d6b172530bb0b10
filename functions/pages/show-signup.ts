import { deadProofOf, disowningOf, proofOf } from "../../shared/crypto/proof.ts";
import { prefixes } from "../../shared/domain/ids.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { deadLinkPage } from "../../shared/pages/signup/dead-link-pages.tsx";
import { askPage, confirmPage, disownPage } from "../../shared/pages/signup/signup-pages.tsx";
import {
  disownedPage,
  mailedPage,
  sandboxPage,
  standingPage,
} from "../../shared/pages/signup/status-pages.tsx";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** A signup's pages. GET changes nothing: email scanners and link previews open them, too. */
export const handler = servePage("show-signup", async ({ route, params, token, now, named, ...request }) => {
  const { signup_id = "", proof } = params;
  if (route.endsWith("/mailed"))
    return mailedPage(signup_id, {
      sendsMail: process.env.MAIL !== "off",
      waits: request.query.has("waits"),
      language: request.language,
    });
  if (signup_id.startsWith(prefixes.sandboxSignup) && proof === undefined)
    return sandboxPage(request.language);

  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return unknownLink(request.language);
  if (proof === undefined) {
    const language = request.language;
    return signup.status === "initiated"
      ? askPage({ signup, token, language })
      : standingPage(signup, language);
  }

  // Only a visitor with the proof sees the language of the signup.
  const language = named ?? signup.language ?? request.language;
  if (route.endsWith("/not-me")) {
    const disowning = await disowningOf(signup, proof);
    if (disowning === "unknown") return unknownLink(request.language);
    return disowning === "done"
      ? disownedPage(signup, language)
      : disownPage({ signup, proof, token, language });
  }
  if (!(await proofOf(signup, proof, now)))
    return deadLinkPage(signup, await deadProofOf(signup, proof), { named, ...request });
  return signup.status === "initiated"
    ? confirmPage({ signup, proof, token, language })
    : standingPage(signup, language);
});
