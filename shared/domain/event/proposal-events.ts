import { PublicProposal } from "../payout/proposal.ts";
import { defineEvent } from "./new-event.ts";

/** Without its payouts, which a reader gets. */
export const proposalCreated = defineEvent("proposal.created", PublicProposal);
export const proposalApproved = defineEvent("proposal.approved", PublicProposal);
export const proposalDeclined = defineEvent("proposal.declined", PublicProposal);
export const proposalExpired = defineEvent("proposal.expired", PublicProposal);
