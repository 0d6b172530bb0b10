import { proofOf } from "../../shared/crypto/proof.ts";
import { prefixes } from "../../shared/domain/ids.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import {
  askPage,
  confirmPage,
  disownPage,
  mailedPage,
  sandboxPage,
  standingPage,
} from "../../shared/pages/signup/signup-pages.tsx";
import { findSignup } from "../../shared/store/signup/signups.ts";

/**
 * The pages behind a signup's links. GET changes nothing, because email scanners and link previews open them,
 * too.
 */
export const handler = servePage("show-signup", async ({ route, params, token, now }) => {
  const { signup_id = "", proof } = params;
  if (route.endsWith("/mailed")) return mailedPage(signup_id, process.env.MAIL !== "off");
  if (signup_id.startsWith(prefixes.sandboxSignup) && proof === undefined) return sandboxPage();

  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return unknownLink();
  if (proof === undefined)
    return signup.status === "initiated" ? askPage(signup, token) : standingPage(signup);

  if (!(await proofOf(signup, proof, now))) return unknownLink();
  if (route.endsWith("/not-me")) return disownPage(signup, proof, token);
  return signup.status === "initiated" ? confirmPage(signup, proof, token) : standingPage(signup);
});
