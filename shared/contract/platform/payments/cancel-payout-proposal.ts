import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { PaymentProposal, ProposalParams, proposalExample } from "./proposal-shapes.ts";

export const cancelPayoutProposalOperation = operation({
  name: "cancel-payout-proposal",
  method: "POST",
  path: "/v1/payments/proposals/{id}/cancel",
  tag: "Payments",
  summary: "Cancel a proposal",
  description: "Takes back a `pending` proposal, so that it cannot be approved any more.",
  params: ProposalParams,
  replies: replyNamed("canceled", 200)("The proposal was canceled.", PaymentProposal, {
    ...proposalExample,
    status: "canceled",
    decided_at: "2026-11-21T09:32:00.000Z",
  }),
  errors: ["status_conflict"],
  scope: "payments:propose",
  access: { proposal: ["get", "update"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
