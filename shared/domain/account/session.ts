import * as z from "zod/mini";
import { randomId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { MAX_BROWSERS, MAX_SESSIONS, type Member, type SessionReference } from "./member.ts";

export const Session = z.object({
  session_id: z.string(),
  account_id: z.string(),
  member_id: z.string(),
  created_at: Instant,
  expires_at: Instant,
  proved_at: Instant,
  /** Of the last use of a passkey in it. */
  passkey_at: z.optional(Instant),
});
export type Session = z.infer<typeof Session>;

export const SESSION_SECONDS = 12 * 60 * 60;

/** The time after a proof in which a session may change live keys and roles. */
const STEP_UP_MS = 10 * 60 * 1000;

/** By an emailed link, or by a passkey once the member has one: then a mailbox alone proves nothing. */
export function isProved(
  { proved_at, passkey_at = "" }: Pick<Session, "proved_at" | "passkey_at">,
  { passkeys = [] }: Pick<Member, "passkeys">,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(passkeys.length > 0 ? passkey_at : proved_at) < STEP_UP_MS;
}

export const isOver = ({ expires_at }: { expires_at: string }, now: Date): boolean =>
  Date.parse(expires_at) <= now.getTime();

export const newSession = ({ account_id, member_id }: Member, now: Date): Session => ({
  session_id: randomId("ses_"),
  account_id,
  member_id,
  created_at: now.toISOString(),
  expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString(),
  proved_at: now.toISOString(),
});

/** Drops the sessions that are over, and the oldest sessions and marks above their maximum. */
export function withSession(member: Member, session: SessionReference, mark: string, now: Date): Member {
  const current = member.sessions.filter((session) => !isOver(session, now));
  const sessions = [...current, session].slice(-MAX_SESSIONS);
  const others = (member.browsers ?? []).filter((browser) => browser !== mark);
  const browsers = [...others, mark].slice(-MAX_BROWSERS);
  return { ...member, signed_in_at: now.toISOString(), browsers, sessions };
}

const BROWSERS = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** A browser in words, such as `Firefox on Linux`. Nothing of the header's own text remains. */
export function browserNamed(userAgent: string | undefined): string {
  const named = (among: readonly (readonly [RegExp, string])[], other: string) =>
    among.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? other;
  return `${named(BROWSERS, "A browser")} on ${named(SYSTEMS, "another system")}`;
}
