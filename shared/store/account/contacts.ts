import type { Login } from "../../domain/account/login.ts";
import { type Member, newMember } from "../../domain/account/member.ts";
import type { Partner } from "../../domain/account/partner.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { hashOfEmail, keys } from "../keys/keys.ts";
import { absent, exists } from "../table/expressions.ts";
import { transact, type Write } from "../table/table.ts";
import { change, putNew, remove } from "../table/writes.ts";
import { loginDelete } from "./logins.ts";
import { membershipOf, memberWrites } from "./members.ts";
import { hashWithoutContact, partnerRowWrite } from "./partner-directory.ts";

type ContactChange = {
  login: Login;
  partner: Partner;
  members: readonly Member[];
  sessionHash: string;
  isFull: boolean;
};

/**
 * Uses a link, and makes its address the contact and the company's registration. Returns false when the link
 * was used, the registration exists, or a change happened at the same time.
 */
export async function moveContact(moved: ContactChange, now: Date): Promise<boolean> {
  const { login, partner } = moved;
  const { partner_id, company, email: from } = partner;
  const { email } = login;
  const members = memberMoves(moved, now);
  if (members === undefined) return false;
  const conflict = await transact({
    login: loginDelete(login),
    partner: change(keys.partner(partner_id), {
      set: { email },
      when: from === undefined ? { ...exists, email: absent } : { email: from },
    }),
    registration: putNew({ ...keys.partnerRegistration(company, email), partner_id }),
    row: partnerRowWrite(partner_id, hashOfEmail(email)),
    former: formerContactDeletes(partner_id, company, from),
    members,
  });
  return conflict === undefined;
}

function formerContactDeletes(partnerId: string, company: string, from: string | undefined): Write[] {
  const hash = from === undefined ? hashWithoutContact(partnerId) : hashOfEmail(from);
  const row = remove(keys.partnerDirectory(hash, partnerId));
  return from === undefined ? [row] : [row, remove(keys.partnerRegistration(company, from))];
}

/** The former contact's member gets the address, or an admin does. Undefined: the team is full. */
function memberMoves(
  { login: { email }, partner, members, sessionHash, isFull }: ContactChange,
  now: Date,
): Write[] | undefined {
  if (members.some((member) => member.email === email)) return [];
  const { account_id, partner_id } = partner;
  const former = members.find((member) => member.email === sameEmail(partner.email ?? ""));
  if (former) return addressMoves(former, email, sessionHash);
  if (isFull) return undefined;
  return memberWrites(newMember({ account_id, partner_id, email, role: "admin" }, now));
}

const addressMoves = (member: Member, email: string, sessionHash: string): Write[] => {
  const { account_id, member_id, email: from, sessions } = member;
  const left = sessions.filter(({ hash }) => hash === sessionHash);
  return [
    change(keys.member(account_id, member_id), {
      // The browsers are those of the former address.
      set: { email, sessions: left, browsers: absent },
      when: { email: from, sessions },
    }),
    remove(keys.membership(from, account_id)),
    putNew(membershipOf({ ...member, email })),
  ];
};
