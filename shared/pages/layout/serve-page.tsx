import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import { brand } from "../../domain/brand.ts";
import { type FormToken, formToken, isOurForm } from "../../http/guard/form-token.ts";
import { formFields } from "../../http/serve/request.ts";
import { problemResult, type Result } from "../../http/serve/responses.ts";
import { type Limitable, type Limiter, serveRequests } from "../../http/serve/serve.ts";
import { sentence } from "./form-mistakes.tsx";
import { htmlResult } from "./layout.tsx";

export type PageRequest = {
  /** Such as `/signup/{signup_id}`. */
  route: string;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  form: Record<string, string>;
  /** For a page that has a form. */
  token: FormToken;
  now: Date;
};

type Options = { limit?: (request: { source: string; now: Date }) => Promise<void> };

/** The Lambda handler of pages: what goes wrong is a page too. A post must come from a form of ours. */
export const servePage = (
  name: string,
  answer: (request: PageRequest) => Promise<Result> | Result,
  { limit }: Options = {},
) =>
  serveRequests(
    name,
    async (event) => {
      const now = new Date();
      const { method, sourceIp } = event.requestContext.http;
      const form = method === "POST" ? formFields(event) : {};
      if (method === "POST" && !isOurForm(event, form)) return staleForm();
      await limit?.({ source: sourceIp, now });
      return answer({ ...where(event), form, token: formToken(event), now });
    },
    { explain: problemPage },
  );

export const limitedAs = (page: Omit<Limitable, "method">, limiter: Limiter) => ({
  limit: ({ source, now }: { source: string; now: Date }) =>
    limiter({ ...page, method: "POST" }, source, now),
});

const where = ({ routeKey, pathParameters = {}, rawQueryString }: APIGatewayProxyEventV2) => ({
  route: routeKey.split(" ")[1] ?? "",
  params: pathParameters,
  query: new URLSearchParams(rawQueryString),
});

/** Reloading the page that follows does not post again. */
export const seeOther = (path: string): Result => ({
  statusCode: 303,
  headers: { location: path, "cache-control": "no-store", "referrer-policy": "no-referrer" },
});

/** One page for every link that leads nowhere, so that it tells nothing about what there is. */
export const unknownLink = (): Result =>
  htmlResult(
    404,
    "This link does not work",
    <>
      <p>It may be cut off, or out of date. Try copying the whole link from where you found it.</p>
      <p>
        Still stuck? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
    </>,
  );

const staleForm = () =>
  htmlResult(
    403,
    "Please open the link again",
    <p>
      We could not tell that this came from our own page. Open the link once more and try again; cookies must
      be on.
    </p>,
  );

/** Whatever was thrown, as a page. */
export function problemPage(error: unknown): Result {
  const { statusCode, headers } = problemResult(error);
  const { "content-type": _, ...kept } = headers;
  const page = problemOf(error, statusCode);
  return { ...page, headers: { ...kept, ...page.headers } };
}

function problemOf(error: unknown, statusCode: number): Result {
  if (statusCode >= 500) {
    return htmlResult(
      statusCode,
      "Something went wrong",
      <p>It is our fault. Please try again in a minute: nothing is done twice.</p>,
    );
  }
  if (statusCode === 404 || !(error instanceof Problem)) return unknownLink();
  const title = statusCode === 429 ? "Please wait a little" : "We could not read that";
  return htmlResult(statusCode, title, <p>{sentence(error.message)}</p>);
}
