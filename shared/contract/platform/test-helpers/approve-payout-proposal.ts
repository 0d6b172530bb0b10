import { exampleProposal } from "../../../domain/event/event-examples.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { PaymentProposal, ProposalParams } from "../payments/proposal-shapes.ts";

export const approvePayoutProposalOperation = operation({
  name: "approve-payout-proposal",
  method: "POST",
  path: "/v1/test_helpers/proposals/{id}/approve",
  tag: "Test helpers",
  summary: "Approve a test proposal",
  description: "Plays a member who approves it, another in each call. Test keys only.",
  params: ProposalParams,
  replies: replyNamed("approved", 200)(
    "The proposal after the approval.",
    PaymentProposal,
    exampleProposal("approved"),
  ),
  errors: ["route_not_found", "status_conflict"],
  scope: "payments:write",
  access: {
    proposal: ["get", "query", "update"],
    account: ["get"],
    receipt: ["put"],
    receipt_key: ["put"],
    batch: ["put"],
    event: ["put"],
    outbox: ["put"],
  },
  secrets: ["receipt"],
  budget: { calls: 7, writeUnits: 16, readUnits: 5 },
});
