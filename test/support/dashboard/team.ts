import type { MemberRole } from "../../../shared/domain/account/member.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { accountOf, DashboardVisitor } from "./dashboard.ts";

const TEAM = "/developers/account/test/team";

export type Team = Record<MemberRole, DashboardVisitor>;

/** A company's account with a member of each role. Its live access is open. */
export async function signInTeam(cloud: Cloud, company: string): Promise<Team> {
  const admin = await new DashboardVisitor(cloud).signIn(company);
  const join = async (role: MemberRole) => {
    const email = freshEmail();
    await admin.post(TEAM, "/developers/account/team/invite", { email, role });
    return new DashboardVisitor(cloud, email).signIn();
  };
  const developer = await join("developer");
  const approver = await join("approver");
  const viewer = await join("viewer");
  await cloud.command("verify-account", { account: await accountOf(admin) });
  return { admin, developer, approver, viewer };
}
