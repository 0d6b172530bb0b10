import type { Account } from "../../domain/account/account.ts";
import { type Member, newMember } from "../../domain/account/member.ts";
import {
  Partner,
  type PartnerReview,
  PartnerSlug,
  partnerReviews,
  withWebsite,
} from "../../domain/account/partner.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { hashOfEmail, keys } from "../keys/keys.ts";
import { absent, type ItemFields } from "../table/expressions.ts";
import { findAs } from "../table/reads.ts";
import { remembered } from "../table/remembered.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change, putNew, remove } from "../table/writes.ts";
import { adoptionWrites, keylessAccountWrite, restoring } from "./keyless-account.ts";
import { invitationWrite, memberWrites } from "./members.ts";
import { hashWithoutContact, partnerRowWrite } from "./partner-directory.ts";

export type Registration =
  | { outcome: "registered" | "already"; slug: string }
  | { outcome: "slug_taken" }
  | { outcome: "not_adopted" };

/**
 * The same company and email keep their first slug. A slug of another company is refused. `adopts`: the
 * account is this sandbox of the documentation. `not_adopted`: it has expired, or is another partner's.
 */
export async function putPartner(
  partner: Partner & { email: string },
  account: Account,
  adopts?: { now: Date },
): Promise<Registration> {
  const slug = partner.partner_id;
  const conflict = await transact({
    registration: putNew({ ...keys.partnerRegistration(partner.company, partner.email), partner_id: slug }),
    partner: putNew({ ...keys.partner(slug), ...partner }),
    ...(adopts ? adoptionWrites(account, adopts.now) : { account: keylessAccountWrite(account) }),
    row: partnerRowWrite(slug, hashOfEmail(partner.email)),
    contact: memberWrites(contactOf(partner)),
  });
  if (!conflict) return { outcome: "registered", slug };
  const earlier = conflict.found.registration?.partner_id;
  if (earlier) return { outcome: "already", slug: PartnerSlug.parse(earlier) };
  return { outcome: adopts && conflict.failed.account ? "not_adopted" : "slug_taken" };
}

export async function putPartnerOf(
  account: Account,
  partner: Partner & { email: string },
  contact: Member,
  now: Date,
): Promise<{ outcome: "registered" | "already" | "refused" }> {
  const slug = partner.partner_id;
  const conflict = await transact({
    registration: putNew({ ...keys.partnerRegistration(partner.company, partner.email), partner_id: slug }),
    partner: putNew({ ...keys.partner(slug), ...partner }),
    account: change(keys.account(account.account_id), {
      set: { ...restoring(account), partner_id: slug },
      when: { partner_id: absent },
    }),
    row: partnerRowWrite(slug, hashOfEmail(partner.email)),
    contact: memberWrites({ ...contact, invitation: "accepted" }),
    // An operator asks for it, and no network.
    invitation: invitationWrite(contact, 0, now),
  });
  if (!conflict) return { outcome: "registered" };
  return { outcome: conflict.found.registration ? "already" : "refused" };
}

export const contactOf = ({
  account_id,
  partner_id,
  email,
  created_at,
}: Partner & { email: string }): Member =>
  newMember({ account_id, partner_id, email: sameEmail(email), role: "admin" }, new Date(created_at));

const known = remembered<Partner>(60_000, 1_000);

/** An absent partner is not cached, so a signup can name a partner right after its registration. */
export async function findPartner(slug: string, now: Date, cachedMs?: number): Promise<Partner | undefined> {
  const cached = known.get(slug, now.getTime(), cachedMs);
  if (cached) return cached;

  const partner = await findAs(keys.partner(slug), Partner);
  return partner && known.put(slug, partner, now.getTime());
}

/** Caches see it within a minute. Returns false when the status or the website changed meanwhile. */
export const movePartner = (partner: Partner, review: PartnerReview, now: Date): Promise<boolean> =>
  setPartner(partner, { status: partnerReviews[review].to, reviewed_at: now.toISOString() });

/** Caches see it within a minute. Returns false when a review or another change happened meanwhile. */
export const putWebsite = (partner: Partner, website: string | undefined): Promise<boolean> =>
  setPartner(partner, withWebsite(partner, website));

const setPartner = async ({ partner_id, status, website }: Partner, set: ItemFields): Promise<boolean> =>
  (await write(change(keys.partner(partner_id), { set, when: { status, website } }))) === undefined;

export const deleteContact = async (partner: Partner): Promise<boolean> =>
  partner.email !== undefined && (await transact(contactDeletes(partner))) === undefined;

/** The partner stays listed under a hash of its slug. Its company and email may register anew. */
export const contactDeletes = ({ partner_id, company, email = "" }: Partner): Write[] => [
  change(keys.partner(partner_id), { set: { email: absent }, when: { email } }),
  remove(keys.partnerRegistration(company, email)),
  remove(keys.partnerDirectory(hashOfEmail(email), partner_id)),
  partnerRowWrite(partner_id, hashWithoutContact(partner_id)),
];
