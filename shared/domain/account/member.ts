import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { DAY, MINUTE } from "../limit/window.ts";
import { Passkey } from "./passkey.ts";

export const MemberRole = z.enum(["admin", "developer", "approver", "viewer"]);
export type MemberRole = z.infer<typeof MemberRole>;

/** A role has the rights of these too. Developers hold keys, so they do not approve what keys propose. */
const includes: Record<MemberRole, readonly MemberRole[]> = {
  admin: ["developer", "approver", "viewer"],
  developer: ["viewer"],
  approver: ["viewer"],
  viewer: [],
};

export const hasRole = (role: MemberRole, least: MemberRole): boolean =>
  role === least || includes[role].includes(least);

/** A session as its member's item lists it. `hash` is the SHA-256 of the cookie's token, and its key. */
const SessionReference = z.object({
  session_id: z.string(),
  hash: z.string(),
  created_at: Instant,
  expires_at: Instant,
  browser: z.string(),
});
export type SessionReference = z.infer<typeof SessionReference>;

export const Member = z.object({
  member_id: z.string(),
  account_id: z.string(),
  partner_id: z.string(),
  email: z.string(),
  role: MemberRole,
  created_at: Instant,
  signed_in_at: z.optional(Instant),
  invitation: z.optional(z.enum(["accepted", "sent", "not_sent"])),
  /** The SHA-256 of the marks of browsers in which the person signed in, the last one last. */
  browsers: z.optional(z.array(z.string())),
  passkeys: z.optional(z.array(Passkey)),
  /** Oldest first. */
  sessions: z.array(SessionReference),
});
export type Member = z.infer<typeof Member>;

/** Whether the person opened an emailed link once, which proved the mailbox. Anyone can make a member. */
export const hasSignedIn = ({ signed_in_at }: Member): boolean => signed_in_at !== undefined;

/** The admins who have signed in, because an admin can invite any address. If none has, all admins. */
export function adminsToTell(members: readonly Member[]): Member[] {
  const admins = members.filter(({ role }) => role === "admin");
  const proved = admins.filter(hasSignedIn);
  return proved.length > 0 ? proved : admins;
}

export const dashboardLimit = { count: 60, seconds: MINUTE } as const;

/** Members can be removed and invited again, and each invitation is an email of the service's budget. */
export const invitationLimit = { count: 40, seconds: DAY } as const;

/** Bounded, because one query reads all members, and each item holds its sessions. */
export const MAX_MEMBERS = 20;
export const MAX_SESSIONS = 10;
export const MAX_BROWSERS = 10;

export const newMember = (
  of: Pick<Member, "account_id" | "partner_id" | "email" | "role">,
  now: Date,
): Member => ({ member_id: sortableId("mbr_", now), ...of, created_at: now.toISOString(), sessions: [] });
