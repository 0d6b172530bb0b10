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
  /** The route's pattern, such as `/signup/{signup_id}`. */
  route: string;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  form: Record<string, string>;
  /** The token for the page's form. */
  token: FormToken;
  event: APIGatewayProxyEventV2;
  now: Date;
};

type Options = { limit?: (request: { source: string; now: Date }) => Promise<void> };

/** The Lambda handler for pages. An error becomes a page, too. A POST must come from our own form. */
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
      return answer({ ...where(event), form, token: formToken(event), event, now });
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

/** 303, so that a reload does not post the form again. */
export const seeOther = (path: string): Result => ({
  statusCode: 303,
  headers: { location: path, "cache-control": "no-store", "referrer-policy": "no-referrer" },
});

/** The same 404 page for every dead link, so that it does not reveal which signups exist. */
export const unknownLink = (): Result =>
  htmlResult(
    404,
    "This link doesn't work",
    <>
      <p>The link may be incomplete or expired. Check the address, or copy the whole link again.</p>
      <p>
        Still not working? Email <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
    </>,
  );

export const staleForm = () =>
  htmlResult(
    403,
    "Please open the link again",
    <p>
      We couldn't verify that this form came from our site. Allow cookies, then open the link and submit the
      form again.
    </p>,
  );

/** Turns any thrown error into a page. */
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
      <p>The problem is on our side. It's safe to try again in a minute: nothing will happen twice.</p>,
    );
  }
  if (statusCode === 404 || !(error instanceof Problem)) return unknownLink();
  const title = statusCode === 429 ? "Too many attempts" : "We couldn't process that";
  return htmlResult(statusCode, title, <p>{sentence(error.message)}</p>);
}
