import { missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { findPayout } from "../../store/payout/payouts.ts";

export async function requirePayout(owner: Owner, id: string): Promise<Payout> {
  const payout = await findPayout(owner, id);
  if (payout) return payout;
  throw missing("No payout has this id in your key's mode (test or live). Check the id and the key.", "id");
}
