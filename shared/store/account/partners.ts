import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Account } from "../../domain/account/account.ts";
import { type Member, newMember } from "../../domain/account/member.ts";
import { Partner, type PartnerReview, PartnerSlug, partnerReviews } from "../../domain/account/partner.ts";
import { sameEmail } from "../../domain/text.ts";
import { hashOfEmail, keys } from "../keys/keys.ts";
import { remembered } from "../table/remembered.ts";
import { despiteTransactions, putNew, table, tableName, transact } from "../table/table.ts";
import { setting } from "../table/updates.ts";
import { keylessAccountWrite, restoring } from "./keyless-account.ts";
import { invitationWrite, memberWrites } from "./members.ts";
import { partnerRowWrite } from "./partner-directory.ts";

/** The result of an attempt to register under a slug. */
export type Registration = { outcome: "registered" | "already"; slug: string } | { outcome: "slug_taken" };

/**
 * Puts a new partner, its account, and the member who may sign in to it. The same company and email keep
 * their first slug. A slug of another company is refused, and nothing is written.
 */
export async function putPartner(
  partner: Partner & { email: string },
  account: Account,
): Promise<Registration> {
  const slug = partner.partner_id;
  const refusal = await transact([
    putNew({ ...keys.partnerRegistration(partner.company, partner.email), partner_id: slug }),
    putNew({ ...keys.partner(slug), ...partner }),
    keylessAccountWrite(account),
    partnerRowWrite(slug, hashOfEmail(partner.email)),
    ...memberWrites(contactOf(partner)),
  ]);
  if (!refusal) return { outcome: "registered", slug };
  const earlier = refusal.found[0]?.partner_id;
  return earlier ? { outcome: "already", slug: PartnerSlug.parse(earlier) } : { outcome: "slug_taken" };
}

/** Registers a partner for an account that an operator made, and invites its contact, the first member. */
export async function putPartnerOf(
  account: Account,
  partner: Partner & { email: string },
  contact: Member,
  now: Date,
): Promise<{ outcome: "registered" | "already" | "refused" }> {
  const slug = partner.partner_id;
  const { set, remove, names, values } = restoring(account);
  const refusal = await transact([
    putNew({ ...keys.partnerRegistration(partner.company, partner.email), partner_id: slug }),
    putNew({ ...keys.partner(slug), ...partner }),
    {
      Update: {
        TableName: tableName,
        Key: keys.account(account.account_id),
        UpdateExpression: `SET ${set}, partner_id = :partner_id ${remove}`,
        ConditionExpression: "attribute_not_exists(partner_id)",
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ":partner_id": slug },
      },
    },
    partnerRowWrite(slug, hashOfEmail(partner.email)),
    ...memberWrites(contact),
    invitationWrite(contact, now),
  ]);
  if (!refusal) return { outcome: "registered" };
  return { outcome: refusal.found[0] ? "already" : "refused" };
}

/** The partner's contact as its account's first member. */
export const contactOf = ({
  account_id,
  partner_id,
  email,
  created_at,
}: Partner & { email: string }): Member =>
  newMember({ account_id, partner_id, email: sameEmail(email), role: "admin" }, new Date(created_at));

const known = remembered<Partner>(60_000, 1_000);

/**
 * The partner of a slug, as it was at most `cachedMs` before. An absent one is not cached, so a signup can
 * name a partner right after its registration.
 */
export async function findPartner(slug: string, now: Date, cachedMs?: number): Promise<Partner | undefined> {
  const cached = known.get(slug, now.getTime(), cachedMs);
  if (cached) return cached;

  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.partner(slug), ConsistentRead: true }),
  );
  return Item && known.put(slug, Partner.parse(Item), now.getTime());
}

/** Records a review's decision. Environments that have cached the partner see it within a minute. */
export async function movePartner(slug: string, review: PartnerReview, now: Date): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.partner(slug),
    ...setting({ status: partnerReviews[review].to, reviewed_at: now.toISOString() }),
    ConditionExpression: "attribute_exists(pk)",
  });
  await despiteTransactions(() => table.send(update));
}

/** Changes or removes the website. Environments that have cached the partner see it within a minute. */
export async function putWebsite(slug: string, website: string | undefined): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.partner(slug),
    ...setting({ website }),
    ConditionExpression: "attribute_exists(pk)",
  });
  await despiteTransactions(() => table.send(update));
}

/**
 * Deletes the email of a partner's contact. The partner stays, and so does its place in the directory, under
 * a random hash. Returns false when the contact changed meanwhile. Its company and email may register anew.
 */
export async function deleteContact({ partner_id, company, email }: Partner): Promise<boolean> {
  if (email === undefined) return false;
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.partner(partner_id),
        UpdateExpression: "REMOVE email",
        ConditionExpression: "email = :email",
        ExpressionAttributeValues: { ":email": email },
      },
    },
    { Delete: { TableName: tableName, Key: keys.partnerRegistration(company, email) } },
    { Delete: { TableName: tableName, Key: keys.partnerDirectory(hashOfEmail(email), partner_id) } },
    partnerRowWrite(partner_id, random),
  ]);
  return refusal === undefined;
}
