import { hasSignedIn, type Member } from "../../domain/account/member.ts";
import { findMember, listMemberships } from "./members.ts";

/** Anyone can register a company under another person's address, so there can be any number. */
const MAX_POINTERS = 5_000;
const MAX_ACCOUNTS = 200;

/** The accounts in which the person has signed in, then the oldest and the newest others. */
export async function listMembersByEmail(email: string): Promise<Member[]> {
  const pointers = await listMemberships(email, MAX_POINTERS);
  const known = pointers.filter((pointer) => pointer.hasSignedIn).slice(0, MAX_ACCOUNTS);
  const others = pointers.filter((pointer) => !pointer.hasSignedIn);
  const members = await Promise.all(
    [...known, ...ends(others, MAX_ACCOUNTS - known.length)].map(({ account_id, member_id }) =>
      findMember(account_id, member_id),
    ),
  );
  const memberships = members.filter((member) => member !== undefined);
  return [...memberships.filter(hasSignedIn), ...memberships.filter((member) => !hasSignedIn(member))];
}

function ends<T>(items: readonly T[], count: number): T[] {
  const last = Math.floor(count / 2);
  return items.filter((_, i) => i < count - last || i >= items.length - last);
}
