import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Language, preferredLanguage, USUAL_LANGUAGE } from "../../domain/text/language.ts";

const COOKIE = "language";
const PARAMETER = "lang";

/** The language that the visitor has just chosen by a link such as `?lang=es`. */
const chosen = ({ rawQueryString }: APIGatewayProxyEventV2): Language | undefined =>
  Language.safeParse(new URLSearchParams(rawQueryString).get(PARAMETER)).data;

export function knownLanguage(event: APIGatewayProxyEventV2): Language | undefined {
  const held = event.cookies?.find((entry) => entry.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return (
    chosen(event) ??
    Language.safeParse(held).data ??
    preferredLanguage(event.headers["accept-language"] ?? "")
  );
}

export const languageOf = (event: APIGatewayProxyEventV2): Language => knownLanguage(event) ?? USUAL_LANGUAGE;

/** The cookie that keeps the choice for a year. Undefined: the visitor has chosen nothing now. */
export function languageCookie(event: APIGatewayProxyEventV2): string | undefined {
  const language = chosen(event);
  return language && `${COOKIE}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`;
}
