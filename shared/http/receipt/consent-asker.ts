import { shownAsker } from "../../domain/account/account-profile.ts";
import type { Consent } from "../../domain/earnings/consent.ts";
import { findAccountProfile } from "../../store/account/account-profiles.ts";
import { findAccount, findPartnerOf } from "../../store/account/accounts.ts";
import { adapterOf } from "../guard/adapters.ts";

export async function askerOfConsent(consent: Consent, now: Date) {
  const { platforms } = adapterOf(consent.mode, "earnings");
  const [{ display_name }, account] = await Promise.all([
    findAccountProfile(consent),
    findAccount(consent.account_id, now),
  ]);
  const registered = (await findPartnerOf(account, now))?.company;
  return {
    platform: platforms[consent.platform] ?? consent.platform,
    company: shownAsker(display_name, registered) ?? account?.name,
  };
}
