import * as z from "zod/mini";
import { ProposalId, ProposalStatus } from "../../../domain/payout/proposal.ts";
import { note } from "../../../domain/text/text.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { PaymentProposal, proposalExample } from "./proposal-shapes.ts";

export const listPayoutProposalsOperation = operation({
  name: "list-payout-proposals",
  method: "GET",
  path: "/v1/payments/proposals",
  tag: "Payments",
  summary: "List proposals",
  description: "Newest first. `total_count` counts among the newest 10,000.",
  query: z.strictObject({
    status: z.optional(note(z.clone(ProposalStatus), "Only proposals with this status.")),
    ...paging(ProposalId),
  }),
  replies: foundList("PaymentProposalList", "A result page of proposals.", PaymentProposal, proposalExample),
  scope: "payments:read",
  access: { proposal: ["query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
