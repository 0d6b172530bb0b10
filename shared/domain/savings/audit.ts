import { type Difference, differingSums, differs, overdrawn } from "../ledger/audit.ts";
import { totalOf } from "../ledger/entry.ts";
import type { Payout } from "../payout/payout.ts";
import { type Contribution, taxYearOf } from "./contribution.ts";
import { lawLimit, type Saver, savedByAgreement, savedIn, savedName } from "./saver.ts";

/** What differs between a contribution and the payout that it was saved from, read at one instant. */
export function faultsOfContribution(contribution: Contribution, payout: Payout | undefined): Difference[] {
  const { id, payout_id, status, created_at } = contribution;
  if (payout?.contribution_id !== id)
    return differs(`${id} in ${payout_id}`, payout?.contribution_id ?? "nothing", id);
  const isSent = status === "sent" || status === "settled";
  return [
    ...differs(`${id} amount`, contribution.amount, payout.savings_amount),
    ...differs(`${id} driver`, contribution.driver_id, payout.driver_id),
    ...differs(`${id} agreement`, contribution.agreement_id, payout.savings?.agreement_id),
    ...differs(`${id} person`, contribution.person, payout.savings?.person),
    ...differs(`${id} instant`, created_at, payout.completed_at),
    ...differs(`${id} tax year`, contribution.tax_year, taxYearOf(created_at)),
    ...differs(`${id} entry`, contribution.entry !== undefined, isSent),
    // A refund takes back what has not left, so nothing of it can still be pending.
    ...(payout.status === "refunded"
      ? differs(
          `${id} as refunded`,
          [status === "reversed", status === "pending"],
          [payout.savings_returned === contribution.amount, false],
        )
      : differs(`${id} reversed`, status === "reversed", false)),
  ];
}

export const missingContributions = (
  payouts: readonly Payout[],
  contributions: readonly Contribution[],
): Difference[] =>
  payouts.flatMap(({ id, savings_amount = 0, contribution_id }) =>
    differs(
      `${id} contribution of ${savings_amount}`,
      contributions.find((contribution) => contribution.id === contribution_id)?.id ?? "none",
      savings_amount > 0 ? contribution_id : "none",
    ),
  );

/** What was reversed takes no room. The saver's sum of all is never above the law's limit. */
export function faultsOfSaver(saver: Saver, contributions: readonly Contribution[]): Difference[] {
  const counted = contributions.map(({ agreement_id, tax_year, amount, status }) => ({
    [savedName(tax_year, agreement_id)]: status === "reversed" ? 0 : amount,
  }));
  const sums = totalOf(counted);
  const years = new Set(contributions.map(({ tax_year }) => tax_year));
  return [
    ...differingSums("saver", Object.keys(sums), saver, sums),
    ...[...years].flatMap((year) => {
      const saved = savedIn(saver, year);
      const ofAll = [...savedByAgreement(saver, year).values()].reduce((total, cents) => total + cents, 0);
      return [
        ...differs(`saver ${savedName(year)}`, saved, ofAll),
        ...overdrawn(`saver ${savedName(year)} below the limit`, ["room"], {
          room: lawLimit(year, year) - saved,
        }),
      ];
    }),
  ];
}
