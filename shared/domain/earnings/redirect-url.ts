import type { Mode } from "../owner.ts";

/** Appended to the address that a person returns to, so it may not have them already. */
const OURS = ["state", "status"];

const LOCAL = ["localhost", "127.0.0.1"];
const HAS_NAME = /\.[a-z][a-z0-9-]*$/;

/**
 * Whether people may be sent to an address: https and a host with a name, or, for tests, the developer's own machine. Browsers hold a
 * form's redirects to the page's policy, in which addresses in numbers have no place.
 */
export function mayReturnTo(text: string, mode: Mode): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || text.includes("#")) return false;
  if (OURS.some((name) => url.searchParams.has(name))) return false;
  if (mode === "test" && LOCAL.includes(url.hostname)) return ["http:", "https:"].includes(url.protocol);
  return url.protocol === "https:" && HAS_NAME.test(url.hostname);
}

/** Where a person goes with their answer. What the address asks already stays as it is, byte for byte. */
export function returnTo(redirectUrl: string, state: string, status: string): string {
  const url = new URL(redirectUrl);
  url.search += `${url.search ? "&" : "?"}state=${state}&status=${status}`;
  return url.href;
}
