import { timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { randomId } from "../domain/ids.ts";
import { baseUrl } from "./responses.ts";

/**
 * Protection of forms that people reach by a link, without a session: the page sets a token as a cookie and repeats it
 * in the form, and only a form of ours has both (OWASP, signed-out double submit). SameSite=Strict does not hurt a
 * page opened from a mail: the cookie is set by that page and sent by the form on it.
 */
export const FORM_TOKEN_FIELD = "form_token";

const secure = () => baseUrl().startsWith("https:");
/** The prefix makes browsers refuse the cookie from a subdomain or over plain HTTP. */
const cookieName = () => (secure() ? "__Host-form" : "form");

export function newFormToken(): { token: string; cookie: string } {
  const token = randomId("");
  const attributes = [
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    "Max-Age=86400",
    ...(secure() ? ["Secure"] : []),
  ];
  return { token, cookie: [`${cookieName()}=${token}`, ...attributes].join("; ") };
}

/** Whether a post came from a form of ours. Browsers also say where it came from; what they say must not contradict. */
export function isOurForm(
  { cookies = [], headers }: APIGatewayProxyEventV2,
  form: Record<string, string>,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const cookie = cookies.find((entry) => entry.startsWith(`${cookieName()}=`))?.split("=")[1] ?? "";
  const [held, sent] = [Buffer.from(cookie), Buffer.from(form[FORM_TOKEN_FIELD] ?? "")];
  return held.length > 0 && held.length === sent.length && timingSafeEqual(held, sent);
}
