import { invalid, missing, Problem, statusConflict } from "../../contract/errors.ts";
import { SignInForm } from "../../domain/account/dashboard-forms.ts";
import {
  invitationLimit,
  MAX_MEMBERS,
  type Member,
  MemberRole,
  newMember,
} from "../../domain/account/member.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { asker, turnOf } from "../../http/guard/fair-share.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { deleteMember, listMembers, moveMemberToRole, putInvited } from "../../store/account/members.ts";
import { putApprovalsNeeded } from "../../store/account/accounts.ts";
import { contactDeletes } from "../../store/account/partners.ts";
import { admit } from "../../store/table/limits.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const TEAM = "/developers/account/test/team";

export async function inviteMember(request: DashboardRequest): Promise<Result> {
  const { account, partner, form, source, now, remember } = request;
  const email = SignInForm.safeParse({ email: form.email ?? "" });
  if (!email.success) throw invalid("Enter the email address of the person to invite.", "email");
  const role = requireRole(form.role);
  const { account_id } = account;
  if ((await listMembers(account_id)).length >= MAX_MEMBERS)
    throw statusConflict(`The account already has the maximum of ${MAX_MEMBERS} members.`);
  const of = { account_id, partner_id: partner.partner_id, email: sameEmail(email.data.email), role };
  if (await admit("invitation", account_id, [invitationLimit], now))
    throw new Problem("rate_limit_exceeded", "The account sent 40 invitations in a day. Try again tomorrow.");
  const member = newMember(of, now);
  const turn = await turnOf({ name: "invitation", method: "POST" }, "account", asker(source), now);
  const page = `${TEAM}?done=invited`;
  if (await putInvited(member, turn, now, remember(page))) return seeOther(page);
  throw statusConflict("This person is a member of the account already.");
}

export async function changeRole(request: DashboardRequest): Promise<Result> {
  const role = requireRole(request.form.role);
  const { target, admins } = await requireMember(request);
  const staying = stayingAdmin(target, admins, role !== "admin");
  if (role !== target.role && !(await moveMemberToRole(target, role, staying))) throw changedMeanwhile();
  return seeOther(`${TEAM}?done=role`);
}

/** The members who must approve a proposal. */
export async function changeApprovals({ account, form }: DashboardRequest): Promise<Result> {
  const needed = form.approvals === "2" ? 2 : undefined;
  if (needed !== account.approvals_needed) await putApprovalsNeeded(account.account_id, needed);
  return seeOther(`${TEAM}?done=approvals`);
}

export async function removeMember(request: DashboardRequest): Promise<Result> {
  const { target, admins } = await requireMember(request);
  const { partner } = request;
  // A person who is no member is no contact either.
  const isContact = partner.email !== undefined && sameEmail(partner.email) === target.email;
  const staying = stayingAdmin(target, admins, true);
  if (!(await deleteMember(target, staying, isContact ? contactDeletes(partner) : [])))
    throw changedMeanwhile();
  return seeOther(`${TEAM}?done=removed`);
}

async function requireMember({ account, params }: DashboardRequest) {
  const members = await listMembers(account.account_id);
  const target = members.find(({ member_id }) => member_id === params.id);
  if (target) return { target, admins: members.filter(({ role }) => role === "admin") };
  throw missing("Your account has no such member any more. Reload the page.");
}

/** The admin who stays when `target` no longer is one. Without one, no member could change the account. */
function stayingAdmin(target: Member, admins: readonly Member[], leaves: boolean): Member | undefined {
  if (target.role !== "admin" || !leaves) return undefined;
  const staying = admins.find(({ member_id }) => member_id !== target.member_id);
  if (staying) return staying;
  throw statusConflict("An account needs an admin. Make another member an admin first.");
}

const changedMeanwhile = () =>
  statusConflict("The member changed at the same time. Reload the page and try again.");

function requireRole(typedRole: string | undefined): MemberRole {
  const role = MemberRole.safeParse(typedRole);
  if (role.success) return role.data;
  throw invalid("Choose one of the roles: admin, developer, approver or viewer.", "role");
}
