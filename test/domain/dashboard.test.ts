import { expect, test } from "@jest/globals";
import { failureClass } from "../../shared/domain/account/failure-counts.ts";
import { dashboardPath } from "../../shared/domain/account/login.ts";
import {
  hasRole,
  MAX_BROWSERS,
  MAX_SESSIONS,
  type MemberRole,
  newMember,
} from "../../shared/domain/account/member.ts";
import { isProved, newSession, withSession } from "../../shared/domain/account/session.ts";

const now = new Date("2026-11-21T09:30:00.000Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const of = { account_id: "acct_1", partner_id: "acme", email: "ana@example.com", role: "admin" } as const;
const member = newMember(of, now);

test.each<[MemberRole, MemberRole, boolean]>([
  ["admin", "admin", true],
  ["admin", "viewer", true],
  ["developer", "admin", false],
  ["developer", "viewer", true],
  ["developer", "approver", false],
  ["approver", "developer", false],
  ["approver", "viewer", true],
  ["viewer", "developer", false],
])("a member with the role %s has the rights of %s: %p", (role, least, expected) => {
  expect(hasRole(role, least)).toBe(expected);
});

const listed = (at: Date) => {
  const { session_id, created_at, expires_at } = newSession(member, at);
  return { session_id, hash: session_id, created_at, expires_at, browser: "Firefox on Linux" };
};

test("a member has the newest ten, and none that is over", () => {
  let held = withSession(member, listed(now), "mark-0", now);
  for (let i = 1; i <= MAX_SESSIONS; i++) {
    const at = later(i);
    held = withSession(held, listed(at), `mark-${i % 12}`, at);
  }
  expect(held.sessions).toHaveLength(MAX_SESSIONS);
  expect(held.browsers).toEqual(Array.from({ length: MAX_SESSIONS }, (_, i) => `mark-${i + 1}`));
  expect(held.sessions[0]?.created_at).toBe(later(1).toISOString());
  const next = withSession(held, listed(later(12 * 60 + 5)), "mark-3", later(12 * 60 + 5));
  expect([next.browsers?.length, next.browsers?.at(-1)]).toEqual([MAX_BROWSERS, "mark-3"]);
  expect(next.sessions.map(({ created_at }) => created_at)).not.toContain(later(5).toISOString());
});

const passkeys = [
  {
    passkey_id: "psk_1",
    name: "Phone",
    credential_id: "AQ",
    public_key: "AQ",
    counter: 0,
    transports: [],
    created_at: now.toISOString(),
  },
];

test("a proof by link counts for ten minutes, and not for a member with a passkey", () => {
  const session = newSession(member, now);
  expect([9, 10].map((minutes) => isProved(session, member, later(minutes)))).toEqual([true, false]);
  expect(isProved(session, { passkeys }, now)).toBe(false);
  expect(isProved(session, { passkeys: [] }, now)).toBe(true);
});

test("a proof by passkey counts for ten minutes", () => {
  const session = { ...newSession(member, now), passkey_at: later(5).toISOString() };
  expect([14, 15].map((minutes) => isProved(session, { passkeys }, later(minutes)))).toEqual([true, false]);
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/docs",
  "/developers/../docs",
  "/developers/a?b",
  "",
  undefined,
])("signing in does not lead to %p", (path) => expect(dashboardPath(path)).toBe("/developers/home/test"));

test("signing in leads back to a page of the dashboard", () => {
  expect(dashboardPath("/developers/webhooks/test/wh_1")).toBe("/developers/webhooks/test/wh_1");
});

test.each([
  [429, "limited"],
  [404, "client"],
  [503, "server"],
] as const)("a %d counts as %s", (status, kind) => expect(failureClass(status)).toBe(kind));
