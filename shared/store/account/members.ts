import { hasSignedIn, Member, type MemberRole } from "../../domain/account/member.ts";
import { keys } from "../keys/keys.ts";
import { exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { oldest } from "../table/pages.ts";
import { findAs, itemsOf } from "../table/reads.ts";
import { type Item, transact, type Write, write } from "../table/table.ts";
import { change, check, putNew, remove } from "../table/writes.ts";

export const memberWrites = (member: Member): Write[] => [
  putNew(membershipOf(member)),
  putNew({ ...keys.member(member.account_id, member.member_id), ...member }),
];

export const membershipOf = (member: Member): Item => ({
  ...keys.membership(member.email, member.account_id),
  member_id: member.member_id,
  ...(hasSignedIn(member) && { signed_in: true }),
});

export const signedInWrite = ({ email, account_id }: Member): Write =>
  change(keys.membership(email, account_id), { set: { signed_in: true }, when: exists });

export const putInvited = async (
  member: Member,
  turn: number,
  now: Date,
  memory?: Write,
): Promise<boolean> => {
  const writes = memberWrites({ ...member, invitation: "accepted" });
  return (await transactOnce([...writes, invitationWrite(member, turn, now)], memory)) === undefined;
};

export const invitationWrite = ({ account_id, member_id }: Member, turn: number, now: Date): Write =>
  outboxWrite({ kind: "mail", mail: "invitation", account_id, member_id, lane: "account", turn }, now);

export async function moveInvitation(
  { account_id, member_id }: Member,
  invitation: "sent" | "not_sent",
): Promise<void> {
  await write(change(keys.member(account_id, member_id), { set: { invitation }, when: exists }));
}

export const findMember = (accountId: string, memberId: string): Promise<Member | undefined> =>
  findAs(keys.member(accountId, memberId), Member);

export async function listMembers(accountId: string): Promise<Member[]> {
  const items = await itemsOf({ pk: keys.member(accountId, "").pk });
  return items.map((item) => Member.parse(item));
}

export type Membership = { account_id: string; member_id: string; hasSignedIn: boolean };

/** The accounts that an address is a member of, oldest first: all of them, or at most `most`. */
export async function listMemberships(email: string, most = Number.POSITIVE_INFINITY): Promise<Membership[]> {
  const { pk: partition } = keys.membership(email, "");
  return (await oldest({ partition }, most)).map(membershipIn);
}

const membershipIn = ({ sk, member_id, signed_in }: Item): Membership => ({
  account_id: String(sk),
  member_id: String(member_id),
  hasSignedIn: signed_in === true,
});

/** Changes a role. `others`: the account's admins besides this member, of which one must stay. */
export async function moveMemberToRole(
  { account_id, member_id, role: before }: Member,
  role: MemberRole,
  staying: Member | undefined,
): Promise<boolean> {
  const conflict = await transact({
    member: change(keys.member(account_id, member_id), { set: { role }, when: { role: before } }),
    staying: staying && stillAdmin(staying),
  });
  return conflict === undefined;
}

/** Deletes a member, which ends its sessions. `staying`: another admin, if the member is one. */
export async function deleteMember(
  member: Member,
  staying: Member | undefined,
  others: Write[] = [],
): Promise<boolean> {
  const { account_id, member_id, email, role } = member;
  const conflict = await transact({
    // Whether an admin must stay was decided from this role, and the pointer has this address.
    member: remove(keys.member(account_id, member_id), { when: { role, email } }),
    pointer: remove(keys.membership(email, account_id)),
    staying: staying && stillAdmin(staying),
    others,
  });
  return conflict === undefined;
}

/** Two admins who remove each other at once would leave the account without one. */
const stillAdmin = ({ account_id, member_id }: Member): Write =>
  check(keys.member(account_id, member_id), { role: "admin" });
