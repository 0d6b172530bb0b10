import { Problem, statusConflict } from "../../../shared/contract/errors.ts";
import { inviteToSaveOperation } from "../../../shared/contract/platform/savings/invite-to-save.ts";
import { hashOfProof, newProof } from "../../../shared/crypto/proof.ts";
import { addressOf, isLive, type Owner } from "../../../shared/domain/item/owner.ts";
import { invited, publicAgreement } from "../../../shared/domain/savings/agreement.ts";
import { asker, turnOf } from "../../../shared/http/guard/fair-share.ts";
import { limitKey } from "../../../shared/http/guard/own-limits.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { baseUrl } from "../../../shared/http/serve/responses.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findAccountProfile } from "../../../shared/store/account/account-profiles.ts";
import { findAgreement, putInvitation } from "../../../shared/store/savings/agreements.ts";
import { untilWritten } from "../../../shared/store/table/decided.ts";

/** Invitations of a driver. A driver who does not answer has seen three. */
const DRIVER_LIMIT = { count: 3, seconds: 30 * 24 * 60 * 60 } as const;

export const handler = servePlatform(inviteToSaveOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id } }, { owner, source, now, reply, remember, countOnce }) => {
    let turn = 0;
    if (isLive(owner)) {
      await requireTerms(owner);
      await countOnce(() =>
        limitInvitations(owner, driver_id, source, now).then((place) => {
          turn = place;
        }),
      );
    }
    return untilWritten(async () => {
      const before = await findAgreement(owner, driver_id);
      if (before?.status === "active") throw alreadyActive();
      const agreement = invited(owner, driver_id, before, now);
      const proof = newProof();
      const url = isLive(owner) ? null : `${baseUrl()}/savings/${proof}`;
      const answer = reply("created", publicAgreement(agreement, url));
      const notice = isLive(owner) ? { turn } : { proofHash: await hashOfProof(proof) };
      const isPut = await putInvitation(agreement, before, notice, remember(answer), now);
      return isPut ? { answer } : undefined;
    });
  },
});

async function requireTerms(owner: Owner): Promise<void> {
  if ((await findAccountProfile(owner)).withholding_terms === undefined)
    throw new Problem(
      "withholding_terms_missing",
      "An admin of your account must accept the withholding terms before the first live invitation: dashboard, Account, Legal profile.",
    );
}

/** Returns the email's turn. */
async function limitInvitations(owner: Owner, driverId: string, source: string, now: Date): Promise<number> {
  const why = `The driver was invited ${DRIVER_LIMIT.count} times in 30 days.`;
  await limitKey("invite-to-save", addressOf(owner, driverId), DRIVER_LIMIT, now, why);
  return turnOf(inviteToSaveOperation, "creation", asker(source, owner.account_id), now);
}

const alreadyActive = () =>
  statusConflict("The driver saves already. Only the driver changes what is saved.", "driver_id");
