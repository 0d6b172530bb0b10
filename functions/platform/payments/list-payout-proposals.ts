import { listPayoutProposalsOperation } from "../../../shared/contract/platform/payments/list-payout-proposals.ts";
import { publicProposal } from "../../../shared/domain/payout/proposal.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { listProposals } from "../../../shared/store/payout/proposals.ts";

export const handler = serveList(listPayoutProposalsOperation, {
  list: ({ query }, { owner }) => listProposals(owner, query.status, query),
  show: (proposal, _, { now }) => publicProposal(proposal, now),
});
