import { Problem } from "../../contract/errors.ts";
import type { Owner } from "../../domain/owner.ts";
import type { PayoutBatch } from "../../domain/payout/payout-batch.ts";
import { findPayoutBatch } from "../../store/payout/payout-batches.ts";

export async function requireBatch(owner: Owner, id: string): Promise<PayoutBatch> {
  const batch = await findPayoutBatch(owner, id);
  if (batch) return batch;
  throw new Problem(
    "resource_missing",
    "No batch has this id in your key's mode (test or live). Check the id and the key.",
    "id",
  );
}
