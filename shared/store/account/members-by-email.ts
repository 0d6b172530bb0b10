import { hasSignedIn, type Member } from "../../domain/account/member.ts";
import { findMember, listMemberships } from "./members.ts";

/** Anyone can register a company under another person's address, so there can be any number of accounts. */
const MOST_ACCOUNTS = 200;

/**
 * The members with an address, one for each of its oldest accounts. Members who have signed in come first.
 * Consistent reads.
 */
export async function listMembersByEmail(email: string): Promise<Member[]> {
  const pointers = await listMemberships(email, MOST_ACCOUNTS);
  const members = await Promise.all(
    pointers.map(({ account_id, member_id }) => findMember(account_id, member_id)),
  );
  const found = members.filter((member) => member !== undefined);
  return [...found.filter(hasSignedIn), ...found.filter((member) => !hasSignedIn(member))];
}
