import * as z from "zod/mini";
import { exampleProposal } from "../../../domain/event/event-examples.ts";
import { ProposalId, PublicProposal } from "../../../domain/payout/proposal.ts";
import { note } from "../../../domain/text/text.ts";
import { driverExample } from "../examples.ts";

export const PaymentProposal = PublicProposal;

export const ProposalParams = z.strictObject({ id: note(z.clone(ProposalId), "The proposal's id.") });

export const proposalExample = exampleProposal("pending");

export const wholeProposalExample = {
  ...proposalExample,
  text: `{"account_id":"acct_01kadz8v7w6x5y4t3s2r1q0p9n","expires_at":"2026-11-24T09:30:00.000Z","id":"prp_01kadzav7w6x5y4t3s2r1q0p9n","livemode":false,"payouts":[{"amount":12500,"currency":"usd","driver_id":"${driverExample.id}","method":"instant","tip_amount":0}],"reason":"Deliveries of November 20","total_amount":12500}`,
  dry_runs: [
    {
      driver_id: driverExample.id,
      amount: 12_500,
      net_amount: 12_312,
      savings_amount: 616,
      replayed: false,
      error_code: null,
      error_message: null,
    },
  ],
  receipts: [],
};
