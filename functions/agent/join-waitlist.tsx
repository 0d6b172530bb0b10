import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { joinWaitlist as contract } from "../../shared/contract/agent/join-waitlist.ts";
import { errors, Problem } from "../../shared/contract/errors.ts";
import { limitBySource } from "../../shared/http/rate-limit.ts";
import { mediaType } from "../../shared/http/request.ts";
import { baseUrl, type Result } from "../../shared/http/responses.ts";
import { serve } from "../../shared/http/serve.ts";
import { joinWaitlist } from "../../shared/store/waitlist.ts";
import { htmlResult } from "../pages/layout.tsx";
import { WaitlistForm } from "../pages/waitlist-form.tsx";

/** JSON gets JSON; a browser's form post gets a page. The answer never tells whether an address was known. */
export const handler = serve(contract, {
  limit: limitBySource,

  answer: async ({ body }, { now, reply }) => {
    const joined = reply("joined", { ok: true });
    await joinWaitlist({ ...body, joined_at: now.toISOString() });
    return joined;
  },
  after: (result, event) => (isFormPost(event) ? thanks() : result),
  explain: (error, event) =>
    isFormPost(event) && error instanceof Problem ? tryAgain(error, event) : undefined,
});

const isFormPost = (event: APIGatewayProxyEventV2) =>
  mediaType(event) === "application/x-www-form-urlencoded";

/** See other: reloading the page that follows does not post again. */
const thanks = (): Result => ({
  statusCode: 303,
  headers: { location: `${baseUrl()}/waitlist/thanks`, "cache-control": "no-store" },
});

function tryAgain({ code, message, param, headers }: Problem, event: APIGatewayProxyEventV2): Result {
  const posted = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8")
    .toString()
    .slice(0, 4096);
  const values = Object.fromEntries(new URLSearchParams(posted));
  const page = htmlResult(
    errors[code][0],
    code === "rate_limit_exceeded" ? "Too many tries" : "Please check the form",
    <WaitlistForm values={values} mistake={{ param, message: sentence(message) }} />,
  );
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** The API speaks of `email`; a person reads Email. */
const sentence = (message: string) =>
  message.replaceAll("`", "").replace(/^./, (first) => first.toUpperCase());
