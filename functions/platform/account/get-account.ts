import { getAccountOperation } from "../../../shared/contract/platform/account/get-account.ts";
import { publicAccount } from "../../../shared/domain/account/account-profile.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findAccountProfile } from "../../../shared/store/account/account-profiles.ts";

export const handler = servePlatform(getAccountOperation, {
  answer: async (_, { owner, reply }) =>
    reply("found", publicAccount(owner, await findAccountProfile(owner))),
});
