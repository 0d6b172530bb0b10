import type { DeadProof } from "../../domain/signup/dead-proof.ts";
import { type LiveSignup, PROOF_DAYS } from "../../domain/signup/signup.ts";
import type { Result } from "../../http/serve/responses.ts";
import { filled, signupWords } from "../../words/words.ts";
import { htmlResult } from "../layout/layout.tsx";
import { Questions, Sign, Support } from "../layout/outcome.tsx";
import { type PageRequest, unknownLink } from "../layout/serve-page.tsx";

/** Only a link that was sent gets a page of its own, so a guessed one reveals nothing. */
export function deadLinkPage(
  { signup_id, ...signup }: Pick<LiveSignup, "signup_id" | "language">,
  why: DeadProof,
  visitor: Pick<PageRequest, "named" | "language">,
): Result {
  if (why === "unknown") return unknownLink(visitor.language);
  const language = visitor.named ?? signup.language ?? visitor.language;
  const { revoked, expired } = signupWords[language];
  const options = { language, hasOneTask: true, sign: <Sign is="stopped" /> };
  return why === "revoked"
    ? htmlResult(
        410,
        revoked.title,
        <>
          <p>{revoked.body}</p>
          <p class="soft">
            {revoked.mistake} <Support />.
          </p>
        </>,
        options,
      )
    : htmlResult(
        410,
        expired.title,
        <>
          <p>{filled(expired.body, { days: PROOF_DAYS })}</p>
          <p>
            <a class="button" href={`/signup/${signup_id}`}>
              {expired.button}
            </a>
          </p>
          <Questions language={language} />
        </>,
        options,
      );
}
