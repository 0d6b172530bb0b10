import type { Noun } from "../../domain/noun.ts";
import type { Owner } from "../../domain/owner.ts";
import { partitionOf } from "./keys.ts";
import { partitionFor } from "./parts.ts";

/** Named after its key attribute. `keysOnly`: a write of other attributes costs the index nothing. */
export const indexes = {
  by_driver: { of: ["payment"], sort: "sk" },
  by_status: { of: ["payment"], sort: "sk" },
  // For the release before, until a deployment of this one is complete. The next release removes it.
  by_driver_status: { of: ["payment"], sort: "sk" },
  by_due: { of: ["delivery", "payment", "batch"], sort: "due_at", keysOnly: true },
} as const satisfies Record<string, { of: readonly Noun[]; sort: string; keysOnly?: true }>;

export const paymentIndex = (owner: Owner, of: string): string => `${partitionOf("payment", owner)}#${of}`;

/** A driver has few payouts, and so one part. */
export const paymentIndexes = (owner: Owner, id: string, driverId: string, status: string) => ({
  by_driver: paymentIndex(owner, driverId),
  by_status: partitionFor(paymentIndex(owner, status), owner.account_id, id),
});
