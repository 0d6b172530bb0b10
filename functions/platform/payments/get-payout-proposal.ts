import { getPayoutProposalOperation } from "../../../shared/contract/platform/payments/get-payout-proposal.ts";
import { proposalText, publicDryRun, publicProposal } from "../../../shared/domain/payout/proposal.ts";
import { compactOf } from "../../../shared/domain/receipt/receipt.ts";
import { requireProposal } from "../../../shared/http/guard/require-payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findProposed } from "../../../shared/store/payout/proposals.ts";
import { listReceipts } from "../../../shared/store/receipt/receipts.ts";

export const handler = servePlatform(getPayoutProposalOperation, {
  load: ({ params }, { owner }) => requireProposal(owner, params.id),
  answer: async (_, { owner, now, loaded: proposal, reply }) => {
    const [proposed, receipts] = await Promise.all([
      findProposed(owner, proposal.id),
      listReceipts(proposal.id),
    ]);
    return reply("found", {
      ...publicProposal(proposal, now),
      text: proposalText(
        owner,
        proposal,
        proposed.map(({ payout }) => payout),
      ),
      dry_runs: proposed.map(publicDryRun),
      receipts: receipts.map(compactOf),
    });
  },
});
