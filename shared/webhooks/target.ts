import { isIP } from "node:net";
import { isPublicAddress } from "./address.ts";
import { publicDns, type Resolve } from "./public-dns.ts";

/** The target of a delivery. `local`: this machine, which only the local cloud allows. */
export type Target = { url: URL; local: boolean };

/** The problem with a URL, in words for the caller. They never reveal what an address is in our network. */
export type TargetProblem = { code: "url_invalid" | "url_not_allowed"; message: string };

export type TargetRules = {
  /** Permits `http://localhost` and `http://127.0.0.1`, on any port. */
  localTargets?: boolean;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
};

const PORTS = new Set(["", "443", "8443"]);
const MAX_LENGTH = 2_048;

export function readTarget(text: string, { localTargets = false }: TargetRules = {}): Target | TargetProblem {
  // The URL parser silently drops or changes these, and the result would differ from the registered URL.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    return invalid("The URL is malformed.");
  const url = new URL(text);
  if (url.username || url.password) return notAllowed("The URL must not contain credentials.");
  if (localTargets && url.protocol === "http:" && LOCAL.has(url.hostname)) return { url, local: true };

  if (url.protocol !== "https:")
    return notAllowed(
      `The URL must start with https://${localTargets ? ", or on this machine with http://localhost" : ""}.`,
    );
  if (!PORTS.has(url.port)) return notAllowed("The port must be 443 or 8443.");
  // The parser has normalised every notation of an address (2130706433, 0x7f.1, full-width digits).
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) || LOCAL_NAMES.test(url.hostname))
    return notAllowed(NOT_PUBLIC);
  return DNS_NAME.test(url.hostname) ? { url, local: false } : invalid("The host is not a DNS name.");
}

/** The target's current addresses, all of them public. A connection must use these and no others. */
export async function locate(
  { url, local }: Target,
  rules: TargetRules = {},
): Promise<string[] | TargetProblem> {
  const { resolve = publicDns(), isPublic = isPublicAddress } = rules;
  if (local) return url.hostname === "localhost" ? ["127.0.0.1", "::1"] : [url.hostname];
  const addresses = await resolve(url.hostname);
  if (addresses.length === 0) return invalid("The host name does not resolve.");
  // One forbidden address forbids all: an attacker could arrange that it is the one used.
  return addresses.every(isPublic) ? addresses : notAllowed(NOT_PUBLIC);
}

export async function targetProblem(
  text: string,
  rules: TargetRules = {},
): Promise<TargetProblem | undefined> {
  const target = readTarget(text, rules);
  if ("code" in target) return target;
  const located = await locate(target, rules);
  return "code" in located ? located : undefined;
}

const LOCAL = new Set(["localhost", "127.0.0.1"]);
const NOT_PUBLIC = "The host must be a public DNS name.";

/** At least two labels (RFC 1123), without a final dot. */
const DNS_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names with a local meaning for resolvers (RFC 6761, 6762, 7686, 8375, 9476; ICANN's `internal`). */
const LOCAL_NAMES =
  /(^|\.)(alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)\.?$/;

const invalid = (message: string): TargetProblem => ({ code: "url_invalid", message });
const notAllowed = (message: string): TargetProblem => ({ code: "url_not_allowed", message });
