import { signInPage } from "../../contract/developers/sign-in.ts";
import type { Login } from "../../domain/account/login.ts";
import type { Member } from "../../domain/account/member.ts";
import { candidateSlugs, registerPartner, slugOf } from "../../domain/account/partner.ts";
import { latinName } from "../../http/guard/latin-name.ts";
import { logFault } from "../../http/serve/telemetry.ts";
import { findAccount } from "../../store/account/accounts.ts";
import { listMembers } from "../../store/account/members.ts";
import { findPartner, putPartner } from "../../store/account/partners.ts";

/**
 * The same company and address lead to their first account. Undefined: an admin removed this address.
 * `sandbox`: the account is this sandbox of the docs, or an empty one if it is no longer free. `sample`: a
 * new one begins with data. If that fails, it is empty: the link was used, and the person is in.
 */
export async function registerCompany(
  company: string,
  email: string,
  now: Date,
  begin: Pick<Login, "sandbox" | "sample"> = {},
): Promise<Member | undefined> {
  const sandbox = begin.sandbox === undefined ? undefined : await findAccount(begin.sandbox, now);
  for (const slug of candidateSlugs(slugOf(await latinName(company)))) {
    const { partner, account } = registerPartner({ company, email }, slug, now, sandbox);
    const registration = await putPartner(partner, account, sandbox && { now });
    if (registration.outcome === "not_adopted") return registerCompany(company, email, now);
    const owner = { account_id: account.account_id, mode: "test" } as const;
    if (registration.outcome === "registered" && begin.sample && !sandbox)
      await import("../sandbox/put-sample.ts")
        .then(({ putSample }) => putSample(owner, now))
        .catch((error: unknown) => logFault(signInPage.name, error));
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
