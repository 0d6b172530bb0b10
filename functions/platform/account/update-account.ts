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
import {
  findAccountProfile,
  profileWrite,
  putAccountProfile,
} from "../../../shared/store/account/account-profiles.ts";
import { putEnforcement } from "../../../shared/store/ledger/enforcement.ts";
import { einSealer } from "../../../shared/tax-forms/sealed-tin.ts";

export const handler = servePlatform(updateAccountOperation, {
  load: (_, { owner }) => findAccountProfile(owner),
  answer: async ({ body }, { owner, now, loaded: profile, reply }) => {
    const { enforce_balance: enforces = enforcesBalance(owner, profile) } = body;
    if (isLive(owner) && !enforces)
      throw invalid(
        "Live mode always enforces the balance. Send `true`, or omit `enforce_balance`.",
        "enforce_balance",
      );
    const seal = body.ein ? await einSealer(owner, profile.ein) : String;
    const changes = profileChanges(owner, profile, body, seal, now);
    const updated = reply("updated", publicAccount(owner, AccountProfile.parse({ ...profile, ...changes })));
    if (enforces === enforcesBalance(owner, profile)) await putAccountProfile(owner, changes);
    else await putEnforcement(owner, enforces, profileWrite(owner, changes), now);
    return updated;
  },
});
