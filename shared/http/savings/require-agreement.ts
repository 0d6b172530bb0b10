import { missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Agreement } from "../../domain/savings/agreement.ts";
import { findAgreement } from "../../store/savings/agreements.ts";

export async function requireAgreement(owner: Owner, driverId: string): Promise<Agreement> {
  const agreement = await findAgreement(owner, driverId);
  if (!agreement) throw missing("The driver was never invited to save. Invite them first.", "driver_id");
  return agreement;
}
