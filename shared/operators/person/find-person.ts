import type { Member } from "../../domain/account/member.ts";
import type { Partner } from "../../domain/account/partner.ts";
import type { Signup } from "../../domain/signup/signup.ts";
import type { WaitlistEntry } from "../../domain/signup/waitlist.ts";
import { listMembers, listMemberships, type Membership } from "../../store/account/members.ts";
import { listPartnersOf } from "../../store/account/partner-directory.ts";
import { findPartner } from "../../store/account/partners.ts";
import { findSignup, findSignupOf } from "../../store/signup/signups.ts";
import { findWaitlistEntry } from "../../store/signup/waitlist.ts";

/** A member of an account, and its other admins. */
export type TeamMember = { member: Member; admins: Member[] };

export type Person = {
  signup: Signup | undefined;
  waiting: WaitlistEntry | undefined;
  partners: Partner[];
  members: TeamMember[];
};

/** All that is stored under an email, but for the drivers with it: they belong to their accounts. */
export async function findPerson(email: string, now: Date): Promise<Person> {
  const [signupId, waiting, slugs, memberships] = await Promise.all([
    findSignupOf(email),
    findWaitlistEntry(email),
    listPartnersOf(email),
    listMemberships(email),
  ]);
  const members = await Promise.all(memberships.map(memberOf));
  const partners = await Promise.all(slugs.map((slug) => findPartner(slug, now, 0)));
  return {
    signup: signupId === undefined ? undefined : await findSignup(signupId, now),
    waiting,
    partners: partners.filter((partner) => partner !== undefined),
    members: members.filter((member) => member !== undefined),
  };
}

async function memberOf({ account_id, member_id }: Membership): Promise<TeamMember | undefined> {
  const team = await listMembers(account_id);
  const member = team.find((colleague) => colleague.member_id === member_id);
  const admins = team.filter((colleague) => colleague.role === "admin" && colleague.member_id !== member_id);
  return member && { member, admins };
}
