import type { Owner } from "../../domain/item/owner.ts";
import { answerOf, firstAnswer, formPostOf, openAnswer } from "../../http/guard/form-once.ts";
import type { Result } from "../../http/serve/responses.ts";
import { logFault } from "../../http/serve/telemetry.ts";
import { seeOther, staleForm } from "../../pages/layout/serve-page.tsx";
import { AlreadyAnswered } from "../../store/table/idempotency.ts";
import { type Write, write } from "../../store/table/table.ts";

type Posted = {
  owner: Owner;
  form: Readonly<Record<string, string>>;
  now: Date;
};

/** The owner of the forms of pages without a session. */
export const NO_OWNER: Owner = { account_id: "none", mode: "test" };

type Remember = (location: string) => Write;

/** The change is over, so a fault here must not replace its answer. */
const store = (answer: Write) => write(answer).catch((error: unknown) => logFault("form answer", error));

/**
 * Answers a form once: a repetition, such as a reload or a second click, gets the redirect of the first one.
 * An answer that `act` did not put into the transaction of a change is stored after it.
 */
export async function postOnce(
  { owner, form, now }: Posted,
  path: string,
  act: (remember: Remember) => Promise<Result>,
): Promise<Result> {
  const post = formPostOf(owner, path, form);
  if (!post) return staleForm();
  const first = await firstAnswer(post, now);
  if (first !== undefined) return seeOther(first);
  let isRemembered = false;
  const remember = (location: string) => {
    isRemembered = true;
    return answerOf(post, location, now);
  };
  try {
    const result = await act(remember);
    const { location } = result.headers;
    if (result.statusCode === 303 && location !== undefined) {
      if (!isRemembered) await store(answerOf(post, location, now));
      return result;
    }
    // A change that is refused now may have been made by a repetition at the same time.
    const answer = [404, 409].includes(result.statusCode) ? await firstAnswer(post, now) : undefined;
    return answer === undefined ? result : seeOther(answer);
  } catch (error) {
    const answered = error instanceof AlreadyAnswered ? error.answered : undefined;
    if (answered) return seeOther(openAnswer(post, answered));
    throw error;
  }
}
