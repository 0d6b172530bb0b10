import type { LiveSignup } from "../../domain/signup/signup.ts";
import { findPartner } from "../../store/account/partners.ts";

/** The partner to which a signup's owner may give their receipt. A review has seen an approved one's name. */
export async function offeredPartner(
  { partner_id }: Pick<LiveSignup, "partner_id">,
  now: Date,
): Promise<string | undefined> {
  const partner = partner_id === null ? undefined : await findPartner(partner_id, now);
  return partner?.status === "approved" ? partner.company : undefined;
}
