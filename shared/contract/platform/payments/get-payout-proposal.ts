import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { PaymentProposal, ProposalParams, wholeProposalExample } from "./proposal-shapes.ts";

export const getPayoutProposalOperation = operation({
  name: "get-payout-proposal",
  method: "GET",
  path: "/v1/payments/proposals/{id}",
  tag: "Payments",
  summary: "Get a proposal",
  description: "The proposal with its payouts, their dry runs and its approvals.",
  params: ProposalParams,
  replies: found("The proposal.", PaymentProposal, wholeProposalExample),
  scope: "payments:read",
  access: { proposal: ["get", "query"], receipt: ["query"] },
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
