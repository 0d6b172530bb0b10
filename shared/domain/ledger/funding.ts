import { sortableId } from "../item/ids.ts";
import { type EntryType, type LedgerEntry, newEntry } from "./entry.ts";

/** In cents: the money that a sandbox starts with. */
export const SANDBOX_FUNDS = 100_000_000;

export const newFunding = (
  amount: number,
  reference: string,
  at: Date,
  type: EntryType = "funding",
): Promise<LedgerEntry> =>
  newEntry({
    type,
    postings: [{ from: "outside", to: "funds", amount }],
    source: reference,
    sequence: 1,
    created_at: at.toISOString(),
  });

export const newReference = (at: Date): string => sortableId("fund_", at);

/** The entry that lifts a sandbox's funds to zero, when it begins to enforce its balance. */
export const overdraftCleared = (amount: number, at: Date): Promise<LedgerEntry> =>
  newFunding(amount, newReference(at), at, "overdraft_cleared");

/** A millisecond older than the first movement, so lists show it below. */
export const sandboxOpening = (firstMovement: Date): Promise<LedgerEntry> =>
  newFunding(SANDBOX_FUNDS, "sandbox", new Date(firstMovement.getTime() - 1));
