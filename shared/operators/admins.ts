import type { addAdminCommand } from "../contract/operators/account-commands.ts";
import type { Account } from "../domain/account/account.ts";
import { MAX_MEMBERS, newMember } from "../domain/account/member.ts";
import { candidateSlugs, registerPartner, slugOf } from "../domain/account/partner.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { sameEmail } from "../domain/text/text.ts";
import { listMembers, moveMemberToRole, putInvited } from "../store/account/members.ts";
import { contactOf, putPartnerOf } from "../store/account/partners.ts";
import { requireAccount } from "./account-named.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

/** For an account without one, or where none can sign in, or where the last one was erased. */
export const addAdminRun: Run<typeof addAdminCommand> = async (
  { account: name, email, company },
  { now },
) => {
  const account = await requireAccount(name, now);
  const { account_id, partner_id } = account;
  const objects = [account_id];
  const masked = maskedEmail(email);
  const done = { ok: true, message: `${masked} is an admin of ${account_id}, and gets an email`, objects };
  if (partner_id === undefined) {
    if (company === undefined)
      throw new CommandProblem(`${account_id} has no company. Give its name with --company`);
    return {
      objects,
      will: `${account_id} would belong to a new partner, with ${masked} as its contact and admin`,
      act: async () => {
        await register(account, company, email, now);
        return done;
      },
    };
  }
  if (company !== undefined)
    throw new CommandProblem(`${account_id} belongs to the partner ${partner_id}. Leave out --company`);
  const members = await listMembers(account_id);
  const member = members.find((member) => member.email === sameEmail(email));
  if (member?.role === "admin") throw new CommandProblem(`${masked} is an admin of ${account_id} already`);
  if (!member && members.length >= MAX_MEMBERS)
    throw new CommandProblem(`${account_id} has the maximum of ${MAX_MEMBERS} members`);
  const invited = newMember({ account_id, partner_id, email: sameEmail(email), role: "admin" }, now);
  return {
    objects,
    will: `${masked} would become an admin of ${account_id}`,
    act: async () => {
      const moved = member
        ? await moveMemberToRole(member, "admin", undefined)
        : await putInvited(invited, 0, now);
      if (moved) return member ? { ...done, message: `${masked} is an admin of ${account_id} now` } : done;
      throw new CommandProblem("The team changed at the same time. Repeat the command");
    },
  };
};

/** Registers the company of an account that an operator made. Its contact becomes the first admin. */
async function register(account: Account, company: string, email: string, now: Date): Promise<void> {
  for (const slug of candidateSlugs(slugOf(company))) {
    const { partner } = registerPartner({ company, email }, slug, now);
    const partnerOfAccount = { ...partner, account_id: account.account_id };
    const { outcome } = await putPartnerOf(account, partnerOfAccount, contactOf(partnerOfAccount), now);
    if (outcome === "registered") return;
    if (outcome === "already")
      throw new CommandProblem("This email registered this company before, and has its account");
  }
  throw new CommandProblem("The account changed just now, or no slug was free: try again");
}
