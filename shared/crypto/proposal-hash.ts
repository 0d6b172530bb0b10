import { hash } from "node:crypto";
import type { Owner } from "../domain/item/owner.ts";
import { type ProposalTerms, proposalText } from "../domain/payout/proposal.ts";

/** In hex. An approval signs it, so it is of these payouts alone. */
export const hashOfProposal = (...of: [Owner, ProposalTerms, Parameters<typeof proposalText>[2]]): string =>
  hash("sha256", proposalText(...of));
