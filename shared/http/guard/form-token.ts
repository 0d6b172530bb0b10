import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { randomId } from "../../domain/item/ids.ts";
import { baseUrl } from "../serve/responses.ts";
import { formFieldOf, formIdIn, isFormIdOf, isSame, newFormId, tokenIn } from "./form-id.ts";

/**
 * For forms without a session: a cookie and the form have the same token, which only our own form has (OWASP,
 * signed-out double submit). SameSite=Strict works for a page opened from an email, because that page sets
 * the cookie.
 */
const secure = () => baseUrl().startsWith("https:");
/** With this prefix, browsers refuse the cookie from a subdomain or over plain HTTP. */
const cookieName = () => (secure() ? "__Host-form" : "form");

export type FormToken = { token: string; cookie: string };

export const hiddenFields = ({ token }: FormToken) => formFieldOf(token, newFormId(token));

/** The browser's own token, so that a page in another tab keeps working, or a new one. */
export function formToken(event: APIGatewayProxyEventV2): FormToken {
  const held = heldToken(event);
  const token = /^[0-9a-z]{26}$/.test(held) ? held : randomId("");
  const attributes = [
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    "Max-Age=86400",
    ...(secure() ? ["Secure"] : []),
  ];
  return { token, cookie: [`${cookieName()}=${token}`, ...attributes].join("; ") };
}

/** With its one-time id. A browser also sends its site, which must not contradict. */
export function isOurForm(event: APIGatewayProxyEventV2, form: Record<string, string>): boolean {
  const site = event.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const held = heldToken(event);
  return isSame(held, tokenIn(form)) && isFormIdOf(held, formIdIn(form));
}

const heldToken = ({ cookies = [] }: APIGatewayProxyEventV2) =>
  cookies.find((entry) => entry.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1) ?? "";
