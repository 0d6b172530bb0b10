import { statusConflict } from "../../../shared/contract/errors.ts";
import { cancelPayoutProposalOperation } from "../../../shared/contract/platform/payments/cancel-payout-proposal.ts";
import { mayMove, movedProposal, publicProposal } from "../../../shared/domain/payout/proposal.ts";
import { requireProposal } from "../../../shared/http/guard/require-payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { endProposal } from "../../../shared/store/payout/proposals.ts";

export const handler = servePlatform(cancelPayoutProposalOperation, {
  load: ({ params }, { owner }) => requireProposal(owner, params.id),
  answer: async (_, { owner, now, loaded: proposal, reply, remember }) => {
    const after = movedProposal(proposal, "cancel", now.toISOString());
    const canceled = reply("canceled", publicProposal(after, now));
    const isCanceled =
      mayMove("cancel", proposal, now) &&
      (await endProposal(owner, after, "cancel", now, remember(canceled)));
    if (isCanceled) return canceled;
    throw statusConflict("Only a pending proposal can be canceled. Read the proposal again.", "id");
  },
});
