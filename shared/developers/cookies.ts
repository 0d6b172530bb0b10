import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { newProof } from "../crypto/proof.ts";
import { baseUrl } from "../http/serve/responses.ts";

/**
 * Four cookies: the session, a mark of the browser that asks for a link, the form that a person sent without
 * a session, and the sandbox of a reader of the docs without JavaScript. Lax, because they must arrive when
 * a person opens an emailed link. The forms have a token of their own.
 */
type Cookie = "session" | "browser" | "kept" | "docs";

const TOKEN = /^[\w-]{43}$/;
const FORMS = { session: TOKEN, browser: TOKEN, kept: /^v1\.[\w-]+\.[\w-]+$/, docs: /^[\w-]{1,2000}$/ };

const secure = () => baseUrl().startsWith("https:");
/** With this prefix, browsers refuse the cookie from a subdomain or over plain HTTP. */
const nameOf = (cookie: Cookie) => (secure() ? `__Host-${cookie}` : cookie);

/** The cookie's value; undefined when there is none of the right form. */
export function readCookie({ cookies = [] }: APIGatewayProxyEventV2, cookie: Cookie): string | undefined {
  const start = `${nameOf(cookie)}=`;
  const value = cookies.find((entry) => entry.startsWith(start))?.slice(start.length);
  return value !== undefined && FORMS[cookie].test(value) ? value : undefined;
}

/** A cookie for `seconds`; zero deletes it. */
export const cookieText = (cookie: Cookie, value: string, seconds: number): string =>
  [
    `${nameOf(cookie)}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${seconds}`,
    ...(secure() ? ["Secure"] : []),
  ].join("; ");

/** 256 random bits. */
export const newToken = newProof;

/** The token of the forms of a session's pages. It follows from the cookie, so nothing is stored. */
export const csrfTokenOf = (sessionToken: string): string =>
  createHash("sha256").update(`form\n${sessionToken}`).digest("base64url");
