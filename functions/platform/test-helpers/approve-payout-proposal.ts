import { approvePayoutProposalOperation } from "../../../shared/contract/platform/test-helpers/approve-payout-proposal.ts";
import { publicProposal } from "../../../shared/domain/payout/proposal.ts";
import { requireProposal } from "../../../shared/http/guard/require-payout.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { approvalOf, notPending } from "../../../shared/http/receipt/approve-proposal.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { shownText } from "../../../shared/words/consent-text.ts";

export const handler = servePlatform(approvePayoutProposalOperation, {
  load: ({ params }, { owner }) => {
    requireTestMode(owner);
    return requireProposal(owner, params.id);
  },
  answer: async (_, { owner, now, loaded: proposal, reply, remember }) => {
    const nth = (proposal.approvals ?? []).length + 1;
    const approver = { member_id: `test_approver_${nth}`, credential_id: "test_helper", uses: [] };
    const text = shownText("approve_payouts", "en");
    const { after, write } = await approvalOf(owner, proposal, { ...approver, text }, now);
    const approved = reply("approved", publicProposal(after, now));
    if (await write(remember(approved))) return approved;
    throw notPending();
  },
});
