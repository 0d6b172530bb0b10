import { type AccountProfile, publicAccount } from "../../domain/account/account-profile.ts";
import { isLive } from "../../domain/item/owner.ts";
import type { Result } from "../../http/serve/responses.ts";
import { type ProfileFields, profilePage } from "./profile-page.tsx";
import { findAccountProfile } from "../../store/account/account-profiles.ts";
import { printedInstead } from "../../tax-forms/printed-name.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export async function showProfile({ shown, owner, partner }: DashboardRequest): Promise<Result> {
  const profile = await findAccountProfile(owner);
  const withholding = isLive(owner) ? { accepted: profile.withholding_terms } : undefined;
  return profilePage(shown, { ...(await viewOf(profile, partner.company)), withholding });
}

async function viewOf(profile: AccountProfile, company: string) {
  const { display_name = "", legal_name = "", address } = profile;
  const { ein } = publicAccount({ account_id: "", mode: "test" }, profile);
  const fields: ProfileFields = { display_name, legal_name, ...address };
  const printedName = await printedInstead(legal_name || company);
  return { fields, company, printedName, ein, updated_at: profile.updated_at };
}
