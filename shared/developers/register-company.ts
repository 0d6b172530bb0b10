import type { Member } from "../domain/account/member.ts";
import { candidateSlugs, registerPartner, slugOf } from "../domain/account/partner.ts";
import { latinName } from "../http/guard/latin-name.ts";
import { listMembers, putMember } from "../store/account/members.ts";
import { contactOf, findPartner, putPartner } from "../store/account/partners.ts";

/**
 * Registers a company for a proved address, and returns the address's member. The same company and address
 * lead to their first account. Undefined: an admin removed this address from the account.
 */
export async function registerCompany(
  company: string,
  email: string,
  now: Date,
): Promise<Member | undefined> {
  for (const slug of candidateSlugs(slugOf(await latinName(company)))) {
    const { partner, account } = registerPartner({ company, email }, slug, now);
    const registration = await putPartner(partner, account);
    if (registration.outcome !== "slug_taken") return memberOf(registration.slug, email, now);
  }
  throw new Error("No slug was free");
}

/** A partner that registered before there were members gets its contact as the first one. */
async function memberOf(slug: string, email: string, now: Date): Promise<Member | undefined> {
  const partner = await findPartner(slug, now);
  if (!partner) throw new Error("The partner does not exist");
  const members = await listMembers(partner.account_id);
  if (members.length > 0) return members.find((member) => member.email === email);
  const contact = contactOf({ ...partner, email });
  await putMember(contact);
  return contact;
}
