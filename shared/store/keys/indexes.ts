import type { Noun } from "../../domain/access/noun.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { partitionOf } from "./keys.ts";

/** Named after its key attribute. `keysOnly`: a write of other attributes costs the index nothing. */
export const indexes = {
  by_driver: { of: ["payment"], sort: "sk" },
  by_status: { of: ["payment"], sort: "sk" },
  by_due: { of: ["delivery", "payment", "batch"], sort: "due_at", keysOnly: true },
} as const satisfies Record<string, { of: readonly Noun[]; sort: string; keysOnly?: true }>;

export const paymentIndex = (owner: Owner, of: string): string => `${partitionOf("payment", owner)}#${of}`;

export const paymentIndexes = (owner: Owner, driverId: string, status: string) => ({
  by_driver: paymentIndex(owner, driverId),
  by_status: paymentIndex(owner, status),
});
