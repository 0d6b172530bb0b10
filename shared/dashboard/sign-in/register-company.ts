import type { Member } from "../../domain/account/member.ts";
import { candidateSlugs, registerPartner, slugOf } from "../../domain/account/partner.ts";
import { latinName } from "../../http/guard/latin-name.ts";
import { findAccount } from "../../store/account/accounts.ts";
import { listMembers } from "../../store/account/members.ts";
import { findPartner, putPartner } from "../../store/account/partners.ts";

/**
 * The same company and address lead to their first account. Undefined: an admin removed this address.
 * `sandboxId`: the account is this sandbox of the docs, or an empty one if it is no longer free.
 */
export async function registerCompany(
  company: string,
  email: string,
  now: Date,
  sandboxId?: string,
): Promise<Member | undefined> {
  const sandbox = sandboxId === undefined ? undefined : await findAccount(sandboxId, now);
  for (const slug of candidateSlugs(slugOf(await latinName(company)))) {
    const { partner, account } = registerPartner({ company, email }, slug, now, sandbox);
    const registration = await putPartner(partner, account, sandbox && { now });
    if (registration.outcome === "not_adopted") return registerCompany(company, email, now);
    if (registration.outcome !== "slug_taken") return memberOf(registration.slug, email, now);
  }
  throw new Error("No slug was free");
}

/** Registration makes the contact a member. From then on, only an admin or an operator makes members. */
async function memberOf(slug: string, email: string, now: Date): Promise<Member | undefined> {
  const partner = await findPartner(slug, now);
  if (!partner) throw new Error("The partner does not exist");
  return (await listMembers(partner.account_id)).find((member) => member.email === email);
}
