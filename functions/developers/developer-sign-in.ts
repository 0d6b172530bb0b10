import { signInPage } from "../../shared/contract/developers/sign-in.ts";
import { answerSignIn, withoutToken } from "../../shared/developers/sign-in.ts";
import { servePage } from "../../shared/pages/layout/serve-page.tsx";

/** Registration and sign-in by an emailed link. GET changes nothing. */
export const handler = servePage(signInPage.name, answerSignIn, { stale: withoutToken });
