import { updateAccountOperation } from "../../../shared/contract/platform/account/update-account.ts";
import {
  AccountProfile,
  profileChanges,
  publicAccount,
} from "../../../shared/domain/account/account-profile.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findAccountProfile, putAccountProfile } from "../../../shared/store/account/account-profiles.ts";
import { einSealer } from "../../../shared/tax-forms/sealed-tin.ts";

export const handler = servePlatform(updateAccountOperation, {
  load: (_, { owner }) => findAccountProfile(owner),
  answer: async ({ body }, { owner, now, loaded: profile, reply }) => {
    const seal = body.ein ? await einSealer(owner) : String;
    const changes = profileChanges(body, seal, now);
    const updated = reply("updated", publicAccount(owner, AccountProfile.parse({ ...profile, ...changes })));
    await putAccountProfile(owner, changes);
    return updated;
  },
});
