import type { Mode } from "../item/owner.ts";

/** Appended to the return URL, which therefore must not contain them. */
const OURS = ["state", "status"];

const LOCAL = ["localhost", "127.0.0.1"];
const HAS_NAME = /\.[a-z][a-z0-9-]*$/;

/**
 * https and a host with a name, or in test mode the developer's machine. Browsers apply the content security
 * policy to a form's redirects, and it cannot list numeric hosts. Parsers disagree about the host before a
 * backslash.
 */
export function mayReturnTo(text: string, mode: Mode): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || /[#\\]/.test(text)) return false;
  if (OURS.some((name) => url.searchParams.has(name))) return false;
  if (mode === "test" && LOCAL.includes(url.hostname)) return ["http:", "https:"].includes(url.protocol);
  return url.protocol === "https:" && HAS_NAME.test(url.hostname);
}

/** The URL that returns the driver with their answer. An existing query string stays byte for byte. */
export function returnTo(redirectUrl: string, state: string, status: string): string {
  const url = new URL(redirectUrl);
  url.search += `${url.search ? "&" : "?"}state=${state}&status=${status}`;
  return url.href;
}
