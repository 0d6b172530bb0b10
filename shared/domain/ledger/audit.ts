import type { Payout } from "../payout/payout.ts";
import {
  driverSums,
  earnedBy,
  type LedgerEntry,
  ownerSumNames,
  paidBy,
  type Sums,
  totalOf,
} from "./entry.ts";
import { heldBy, namedBy, postingsOf, reachedAt, tipsWithin } from "./payout-entries.ts";
import { SHIFT } from "./shift.ts";
import { Settlement } from "./settlement.ts";

/** What the service has stored, and what follows from the entries instead. */
export type Difference = { what: string; stored: string; computed: string };

export const differs = (what: string, stored: unknown, computed: unknown): Difference[] => {
  const [is, should] = [stored, computed].map((value) =>
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ) as [string, string];
  return is === should ? [] : [{ what, stored: is, computed: should }];
};

export const differingSums = (
  of: string,
  names: readonly string[],
  stored: Readonly<Record<string, unknown>>,
  computed: Sums,
): Difference[] =>
  names.flatMap((name) => differs(`${of} ${name}`, Number(stored[name] ?? 0), computed[name] ?? 0));

/** The cents of each shard add up to 0, because each posting and each shift takes what it gives. */
export const unbalanced = (of: string, sums: Readonly<Record<string, unknown>>): Difference[] =>
  differs(
    `${of} sum of its accounts`,
    [...ownerSumNames, SHIFT].reduce((total, name) => total + Number(sums[name] ?? 0), 0),
    0,
  );

/** The sums under these names that are below zero. */
export const overdrawn = (of: string, names: readonly string[], sums: Sums): Difference[] =>
  names.flatMap((name) => {
    const cents = sums[name] ?? 0;
    return cents < 0 ? [{ what: `${of} ${name}`, stored: String(cents), computed: "0 or more" }] : [];
  });

/** What is wrong with the entries and corrections that a payout names. `all`: those that exist. */
export function faultsOfPayout(payout: Payout, ledgerEntries: readonly LedgerEntry[]): Difference[] {
  const missing = namedBy(payout).filter((id) => !ledgerEntries.some((entry) => entry.id === id));
  const payoutEntries = payout.entries.flatMap((id) => ledgerEntries.find((entry) => entry.id === id) ?? []);
  const last = payoutEntries.at(-1);
  const stored = heldBy(payout);
  const held = totalOf(ledgerEntries.map(({ postings }) => earnedBy(postings)));
  const faults = [
    ...differs(`${payout.id} missing entries`, missing, []),
    ...differs(
      `${payout.id} sources`,
      payoutEntries.map(({ source, sequence }) => [source, sequence]),
      payoutEntries.map((_, i) => [payout.id, i + 1]),
    ),
  ];
  return faults.length > 0
    ? faults
    : [
        ...differs(
          `${payout.id} postings as ${payout.status}`,
          payoutEntries.flatMap(({ postings }) => postings.map(({ from, to, amount }) => [from, to, amount])),
          postingsOf(payout).map(({ from, to, amount }) => [from, to, amount]),
        ),
        ...differs(`${payout.id} last instant`, last?.created_at, reachedAt(payout)),
        ...differingSums(`${payout.id} holds`, Object.keys({ ...held, ...stored }), stored, held),
        ...overdrawn(`${payout.id} holds`, Object.keys(held), held),
      ];
}

export const faultsOfEntry = (
  { id, source, sequence }: LedgerEntry,
  payout: Payout | undefined,
  other: string | undefined,
): Difference[] => differs(`${id} in ${source}`, payout ? payout.entries[sequence - 1] : other, id);

/** A correction that its payout does not name. */
export const faultsOfCorrection = ({ id }: LedgerEntry, payout: Payout): Difference[] =>
  payout.corrections?.has(id) ? [] : [{ what: `${id} in ${payout.id}`, stored: "nothing", computed: id }];

/** What differs between a settlement and the one that follows from the entries, but for its instant. */
export const faultsOfSettlement = (stored: Settlement, computed: Settlement): Difference[] =>
  Object.keys(Settlement.shape)
    .filter((field) => field !== "frozen_at")
    .flatMap((field) =>
      differs(
        `settlement ${stored.date} ${field}`,
        stored[field as keyof Settlement],
        computed[field as keyof Settlement],
      ),
    );

/** All of a payout counts in the year of its payment, or of its creation if it was never paid. */
export const sumsOfDriver = (payouts: readonly { payout: Payout; entries: readonly LedgerEntry[] }[]): Sums =>
  totalOf(
    payouts.flatMap(({ payout, entries }) => {
      const movements = entries.filter(({ type }) => type !== "correction");
      const year = (movements.find(({ postings }) => paidBy(postings) > 0) ?? movements[0])?.created_at.slice(
        0,
        4,
      );
      const isReported = ({ type }: LedgerEntry) =>
        type !== "payout_refunded" || payout.refund_reason !== "repaid";
      const paid = entries.filter(isReported).reduce((sum, { postings }) => sum + paidBy(postings), 0);
      return [
        {
          [payout.status]: 1,
          ...(year !== undefined && { [`paid_${year}`]: paid, [`tips_${year}`]: tipsWithin(payout, paid) }),
        },
        ...entries.map(driverSums),
      ];
    }),
  );
