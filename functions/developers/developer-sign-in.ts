import { signInPage } from "../../shared/contract/developers/sign-in.ts";
import { answerSignIn, withoutToken } from "../../shared/dashboard/sign-in/sign-in.ts";
import { servePage } from "../../shared/pages/layout/serve-page.tsx";

export const handler = servePage(signInPage.name, answerSignIn, { stale: withoutToken });
