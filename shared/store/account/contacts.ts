import type { Login } from "../../domain/account/login.ts";
import { type Member, newMember } from "../../domain/account/member.ts";
import type { Partner } from "../../domain/account/partner.ts";
import { sameEmail } from "../../domain/text.ts";
import { hashOfEmail, keys } from "../keys/keys.ts";
import { putNew, tableName, transact, type Write } from "../table/table.ts";
import { loginDelete } from "./logins.ts";
import { membershipOf, memberWrites } from "./members.ts";
import { hashWithoutContact, partnerRowWrite } from "./partner-directory.ts";

type ContactChange = {
  login: Login;
  partner: Partner;
  members: readonly Member[];
  /** The session that stays when its own member gets the address. */
  sessionHash: string;
  isFull: boolean;
};

/**
 * Uses a link, and makes its address the contact of the partner: also in the directory, and as the company's
 * registration. Returns false when the link was used, another registration has the company and the address,
 * or a change happened at the same time.
 */
export async function moveContact(change: ContactChange, now: Date): Promise<boolean> {
  const { login, partner } = change;
  const { partner_id, company, email: from } = partner;
  const { email } = login;
  const members = memberMoves(change, now);
  if (members === undefined) return false;
  const conflict = await transact([
    loginDelete(login),
    {
      Update: {
        TableName: tableName,
        Key: keys.partner(partner_id),
        UpdateExpression: "SET email = :email",
        ConditionExpression:
          from === undefined ? "attribute_exists(pk) AND attribute_not_exists(email)" : "email = :from",
        ExpressionAttributeValues: { ":email": email, ...(from && { ":from": from }) },
      },
    },
    putNew({ ...keys.partnerRegistration(company, email), partner_id }),
    partnerRowWrite(partner_id, hashOfEmail(email)),
    ...formerContactDeletes(partner_id, company, from),
    ...members,
  ]);
  return conflict === undefined;
}

function formerContactDeletes(partnerId: string, company: string, from: string | undefined): Write[] {
  const hash = from === undefined ? hashWithoutContact(partnerId) : hashOfEmail(from);
  const row: Write = { Delete: { TableName: tableName, Key: keys.partnerDirectory(hash, partnerId) } };
  if (from === undefined) return [row];
  return [row, { Delete: { TableName: tableName, Key: keys.partnerRegistration(company, from) } }];
}

/**
 * A member with the new address stays as it is. Otherwise the former contact's member gets the address, and
 * its other sessions end. Without such a member, the address becomes an admin. Undefined: the team is full.
 */
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
  return [
    {
      Update: {
        TableName: tableName,
        Key: keys.member(account_id, member_id),
        // The browsers are those of the former address.
        UpdateExpression: "SET email = :email, sessions = :left REMOVE browsers",
        ConditionExpression: "email = :from AND sessions = :before",
        ExpressionAttributeValues: {
          ":email": email,
          ":left": sessions.filter(({ hash }) => hash === sessionHash),
          ":from": from,
          ":before": sessions,
        },
      },
    },
    { Delete: { TableName: tableName, Key: keys.membership(from, account_id) } },
    putNew(membershipOf({ ...member, email })),
  ];
};
