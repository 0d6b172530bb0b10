import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { joinWaitlistOperation } from "../../shared/contract/agent/join-waitlist.ts";
import { errors, Problem } from "../../shared/contract/errors.ts";
import { refuseForeignPage } from "../../shared/http/guard/foreign-page.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { mediaType, sentBody } from "../../shared/http/serve/request.ts";
import type { Result } from "../../shared/http/serve/responses.ts";
import { serve } from "../../shared/http/serve/serve.ts";
import { waitlistMistakes } from "../../shared/pages/signup/waitlist-form.tsx";
import { languageOf } from "../../shared/pages/layout/page-language.ts";
import { problemPage, seeOther } from "../../shared/pages/layout/serve-page.tsx";
import { putWaitlistEntry } from "../../shared/store/signup/waitlist.ts";

/** JSON gets JSON, a form post a page. Neither reveals whether the address was known. */
export const handler = serve(joinWaitlistOperation, {
  judgePage: (event) => refuseForeignPage(event),
  limit: limitBySource,

  answer: async ({ body }, { now, reply }) => {
    const joined = reply("joined", { ok: true });
    await putWaitlistEntry({ ...body, joined_at: now.toISOString() });
    return joined;
  },
  after: (result, event) => (isFormPost(event) ? seeOther("/waitlist/thanks") : result),
  explain: (error, event) => (isFormPost(event) ? formAgain(error, event) : undefined),
});

const isFormPost = (event: APIGatewayProxyEventV2) =>
  mediaType(event) === "application/x-www-form-urlencoded";

function formAgain(error: unknown, event: APIGatewayProxyEventV2): Result {
  const values = Object.fromEntries(new URLSearchParams(sentBody(event).toString()));
  const parsed = joinWaitlistOperation.body.safeParse(values, { reportInput: true });
  // A mistake without a field is a program's: no browser writes such a form.
  const isTheirs = error instanceof Problem && error.code.startsWith("parameter") && error.param !== null;
  if (parsed.success || !isTheirs) return problemPage(error, languageOf(event));
  return waitlistMistakes({ status: errors[error.code][0], values, error: parsed.error }, languageOf(event));
}
