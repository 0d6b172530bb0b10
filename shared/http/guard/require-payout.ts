import { missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { PayoutBatch } from "../../domain/payout/payout-batch.ts";
import type { PayoutProposal } from "../../domain/payout/proposal.ts";
import { findPayoutBatch } from "../../store/payout/payout-batches.ts";
import { findProposal } from "../../store/payout/proposals.ts";
import { findPayout } from "../../store/payout/payouts.ts";

export async function requirePayout(owner: Owner, id: string): Promise<Payout> {
  const payout = await findPayout(owner, id);
  if (payout) return payout;
  throw missing("No payout has this id in your key's mode (test or live). Check the id and the key.", "id");
}

export async function requireBatch(owner: Owner, id: string): Promise<PayoutBatch> {
  const batch = await findPayoutBatch(owner, id);
  if (batch) return batch;
  throw missing("No batch has this id in your key's mode (test or live). Check the id and the key.", "id");
}

export async function requireProposal(owner: Owner, id: string): Promise<PayoutProposal> {
  const proposal = await findProposal(owner, id);
  if (proposal) return proposal;
  throw missing("No proposal has this id in your key's mode (test or live). Check the id and the key.", "id");
}
