import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { newProof } from "../../crypto/proof.ts";
import { baseUrl } from "../../http/serve/responses.ts";

/**
 * The session, a browser's mark, a form sent without a session, and a sandbox of the docs without JavaScript.
 * Lax: they must arrive from an emailed link. Forms have a token of their own.
 */
type Cookie = "session" | "browser" | "kept" | "docs";

const TOKEN = /^[\w-]{43}$/;
const FORMS = { session: TOKEN, browser: TOKEN, kept: /^v1\.[\w-]+\.[\w-]+$/, docs: /^[\w-]{1,2000}$/ };

const secure = () => baseUrl().startsWith("https:");
const nameOf = (cookie: Cookie) => (secure() ? `__Host-${cookie}` : cookie);

export function readCookie({ cookies = [] }: APIGatewayProxyEventV2, cookie: Cookie): string | undefined {
  const start = `${nameOf(cookie)}=`;
  const value = cookies.find((entry) => entry.startsWith(start))?.slice(start.length);
  return value !== undefined && FORMS[cookie].test(value) ? value : undefined;
}

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
