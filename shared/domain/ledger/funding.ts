import { type LedgerEntry, newEntry } from "./entry.ts";

/** In cents: the money that a sandbox starts with. */
export const SANDBOX_FUNDS = 100_000_000;

/** The entry of money that came in. `reference` names the transfer. */
export const newFunding = (amount: number, reference: string, at: Date): Promise<LedgerEntry> =>
  newEntry({
    type: "funding",
    postings: [{ from: "outside", to: "funds", amount }],
    source: reference,
    sequence: 1,
    created_at: at.toISOString(),
  });

/**
 * The entry that opens a sandbox, at its first movement. It is a millisecond older than that, so lists show
 * it below.
 */
export const sandboxOpening = (firstMovement: Date): Promise<LedgerEntry> =>
  newFunding(SANDBOX_FUNDS, "sandbox", new Date(firstMovement.getTime() - 1));
