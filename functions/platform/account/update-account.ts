import { invalid } from "../../../shared/contract/errors.ts";
import { updateAccountOperation } from "../../../shared/contract/platform/account/update-account.ts";
import {
  AccountProfile,
  enforcesBalance,
  profileChanges,
  publicAccount,
} from "../../../shared/domain/account/account-profile.ts";
import { isLive } from "../../../shared/domain/item/owner.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findAccountProfile, moveProfile } from "../../../shared/store/account/account-profiles.ts";
import { enforcementWrites } from "../../../shared/store/ledger/enforcement.ts";
import { einSealer } from "../../../shared/tax-forms/sealed-tin.ts";

export const handler = servePlatform(updateAccountOperation, {
  load: (_, { owner }) => findAccountProfile(owner),
  answer: ({ body }, { owner, now, loaded, reply }) =>
    moveProfile(owner, loaded, async (profile) => {
      const { enforce_balance: enforces = enforcesBalance(owner, profile) } = body;
      if (isLive(owner) && !enforces)
        throw invalid(
          "Live mode always enforces the balance. Send `true`, or omit `enforce_balance`.",
          "enforce_balance",
        );
      const seal = body.ein ? await einSealer(owner, profile.ein) : String;
      const changes = profileChanges(owner, profile, body, seal, now);
      const after = AccountProfile.parse({ ...profile, ...changes });
      return {
        changes,
        answer: reply("updated", publicAccount(owner, after)),
        ...(enforces !== enforcesBalance(owner, profile) && {
          beside: await enforcementWrites(owner, enforces, now),
        }),
      };
    }),
});
