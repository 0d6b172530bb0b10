import { type LedgerEntry, newEntry } from "./entry.ts";

/** In cents: the money that a sandbox starts with. */
export const SANDBOX_FUNDS = 100_000_000;

/**
 * The entry that opens a sandbox, at its first movement. It is a millisecond older than that, so lists show
 * it below.
 */
export const sandboxOpening = (firstMovement: Date): Promise<LedgerEntry> =>
  newEntry({
    type: "funding",
    postings: [{ from: "outside", to: "funds", amount: SANDBOX_FUNDS }],
    source: "sandbox",
    sequence: 1,
    created_at: new Date(firstMovement.getTime() - 1).toISOString(),
  });
