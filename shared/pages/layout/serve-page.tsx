import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import { type Language, USUAL_LANGUAGE } from "../../domain/text/language.ts";
import { type FormToken, formToken, isOurForm } from "../../http/guard/form-token.ts";
import { Paused } from "../../http/serve/paused.ts";
import { formFields, tooLargeProblem } from "../../http/serve/request.ts";
import { problemResult, type Result } from "../../http/serve/responses.ts";
import { type Limitable, type Limiter, serveRequests } from "../../http/serve/serve.ts";
import { filled, layoutWords } from "../../words/words.ts";
import { sentence } from "./form-mistakes.tsx";
import { htmlResult } from "./layout.tsx";
import { Questions, Support } from "./outcome.tsx";
import { knownLanguage, languageCookie, languageOf } from "./page-language.ts";

export type PageRequest = {
  /** The route's pattern, such as `/signup/{signup_id}`. */
  route: string;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  form: Record<string, string>;
  token: FormToken;
  event: APIGatewayProxyEventV2;
  now: Date;
  language: Language;
  /** The language that the visitor or their browser names. Undefined: they name none. */
  named: Language | undefined;
};

type Options = {
  limit?: (request: { source: string; now: Date }) => Promise<void>;
  /** To a form of our own site without its cookie. Undefined: the usual page. */
  stale?: (request: PageRequest) => Promise<Result> | Result | undefined;
};

/** The Lambda handler for pages. An error becomes a page, too. A POST must come from our own form. */
export const servePage = (
  name: string,
  answer: (request: PageRequest) => Promise<Result> | Result,
  { limit, stale }: Options = {},
) =>
  serveRequests(
    name,
    async (event) => {
      const now = new Date();
      const { method, sourceIp } = event.requestContext.http;
      const tooLarge = tooLargeProblem(event);
      if (tooLarge) throw tooLarge;
      const form = method === "POST" ? formFields(event) : {};
      const language = languageOf(event);
      const named = knownLanguage(event);
      const request = { ...where(event), form, token: formToken(event), event, now, language, named };
      if (method === "POST" && !isOurForm(event, form)) {
        const isOurs = event.headers["sec-fetch-site"] === "same-origin";
        return (isOurs ? await stale?.(request) : undefined) ?? staleForm(language);
      }
      await limit?.({ source: sourceIp, now });
      const page = await answer(request);
      return withChoice(page, languageCookie(event));
    },
    { explain: (error, event) => problemPage(error, languageOf(event)) },
  );

/** A page that sets the cookie of a choice must not be stored for others. */
const withChoice = (page: Result, cookie: string | undefined): Result =>
  cookie === undefined
    ? page
    : {
        ...page,
        headers: { ...page.headers, "cache-control": "no-store" },
        cookies: [...(page.cookies ?? []), cookie],
      };

export const limitedAs = (page: Omit<Limitable, "method">, limiter: Limiter) => ({
  limit: ({ source, now }: { source: string; now: Date }) =>
    limiter({ ...page, method: "POST" }, source, now),
});

/** Ids, proofs and tokens are shorter. The table refuses a key of more than 2,048 bytes. */
export const isTooLong = (part: string): boolean => part.length > 400;

const where = ({ routeKey, pathParameters = {}, rawQueryString }: APIGatewayProxyEventV2) => ({
  route: routeKey.split(" ")[1] ?? "",
  params: Object.fromEntries(
    Object.entries(pathParameters).map(([name, value = ""]) => [name, isTooLong(value) ? "" : value]),
  ),
  query: new URLSearchParams(rawQueryString),
});

/**
 * 303, so that a reload does not post the form again.
 *
 * @example
 * const { statusCode, headers } = seeOther("/developers");
 * [statusCode, headers.location]; // => [303, "/developers"]
 */
export const seeOther = (path: string): Result => ({
  statusCode: 303,
  headers: { location: path, "cache-control": "no-store", "referrer-policy": "no-referrer" },
});

type LinkKind = "signup" | "connect";

/** The same 404 page for every link that was never sent, so that it does not reveal which signups exist. */
export const unknownLink = (language: Language = USUAL_LANGUAGE, kind: LinkKind = "signup"): Result => {
  const { title, body, connect, still } = layoutWords[language].unknown;
  return htmlResult(
    404,
    title,
    <>
      <p>{kind === "connect" ? connect : body}</p>
      <p>
        {still} <Support />.
      </p>
    </>,
    { language, hasOneTask: true },
  );
};

export const missingPathPage = (language: Language = USUAL_LANGUAGE): Result => {
  const { missing, home } = layoutWords[language];
  return htmlResult(
    404,
    missing.title,
    <>
      <p>{missing.body}</p>
      <p>
        <a class="button" href="/">
          {home}
        </a>
      </p>
      <Questions language={language} />
    </>,
    { language },
  );
};

const plainPage = (status: number, { title, body }: { title: string; body: string }, language: Language) =>
  htmlResult(status, title, <p>{body}</p>, { language, hasOneTask: true, canSwitch: false });

export const staleForm = (language: Language = USUAL_LANGUAGE) =>
  plainPage(403, layoutWords[language].stale, language);

export function problemPage(error: unknown, language: Language = USUAL_LANGUAGE): Result {
  const { statusCode, headers } = problemResult(error);
  const { "content-type": _, ...kept } = headers;
  const page = problemOf(error, statusCode, language);
  return { ...page, headers: { ...kept, ...page.headers } };
}

function problemOf(error: unknown, statusCode: number, language: Language): Result {
  const { fault, paused, tooMany, refused } = layoutWords[language];
  if (error instanceof Paused) {
    const { title, soon } = paused;
    const body = error.until ? filled(paused.body, { until: instantIn(language, error.until) }) : soon;
    return plainPage(statusCode, { title, body }, language);
  }
  if (statusCode >= 500) return plainPage(statusCode, fault, language);
  if (statusCode === 404 || !(error instanceof Problem)) return unknownLink(language);
  // The API's messages are in English.
  const body = language === "en" ? sentence(error.message) : refused.body;
  if (statusCode !== 429) return plainPage(statusCode, { title: refused.title, body }, language);
  const minutes = Math.ceil(Number(error.headers?.["retry-after"] ?? 60) / 60);
  return plainPage(
    429,
    { title: tooMany.title, body: minutes <= 1 ? tooMany.soon : filled(tooMany.body, { minutes }) },
    language,
  );
}

/** An instant for readers whose time zone we do not know. */
const instantIn = (language: Language, instant: Date): string =>
  instant.toLocaleString(language === "en" ? "en-US" : language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
