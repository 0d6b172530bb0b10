import { contributionReversed } from "../../domain/event/contribution-events.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import {
  mayContribute,
  newContribution,
  publicContribution,
  taxYearOf,
} from "../../domain/savings/contribution.ts";
import type { SavingsPlan } from "../../domain/savings/plan.ts";
import { capIn, savedIn, savedName } from "../../domain/savings/saver.ts";
import { type SavingsReason, splitOf, wishOf } from "../../domain/savings/split.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { absent, atMost, contains, exists, orAbsent } from "../table/expressions.ts";
import type { WritePart } from "../table/table.ts";
import { putNew } from "../table/writes.ts";
import { contributionWrite, findContribution } from "./contributions.ts";
import { findSaver, memberOf, savedWrite } from "./savers.ts";

export type SavedPayout = { payout: Payout; writes: WritePart[] };

export const unsaved = (payout: Payout, reason: SavingsReason): SavedPayout => ({
  payout: { ...payout, savings_amount: 0, savings_reason: reason },
  writes: [],
});

/**
 * Takes room below the cap while the agreement is active. What fits needs room only. What is cut needs
 * exactly the sum read.
 */
export async function reserveSavings(owner: Owner, payout: Payout, plan: SavingsPlan): Promise<SavedPayout> {
  const { completed_at = "" } = payout;
  const saver = await findSaver(owner, plan.person);
  const member = memberOf(owner, payout.driver_id, plan.agreement_id);
  if (!saver?.agreements?.has(member) || saver.stopped_at !== undefined) return unsaved(payout, "ended");
  const tax_year = taxYearOf(completed_at);
  const cap = capIn(saver, tax_year);
  const { amount, reason } = splitOf(wishOf(plan.rule, payout.net_amount), cap - savedIn(saver, tax_year));
  if (amount === 0 && reason) return unsaved(payout, reason);
  const contribution = await newContribution(payout, plan, amount);
  const name = savedName(tax_year);
  return {
    payout: {
      ...payout,
      savings_amount: amount,
      ...(reason && { savings_reason: reason }),
      contribution_id: contribution.id,
    },
    writes: [
      savedWrite(owner, contribution, {
        cap: saver.cap,
        age_50_in: saver.age_50_in,
        stopped_at: absent,
        agreements: contains(member),
        [name]: reason === null ? orAbsent(atMost(cap - amount)) : saver[name],
      }),
      putNew({ ...keys.contribution(owner, contribution.id), ...contribution }),
    ],
  };
}

/** All if they have not left. One condition decides between this and the sending. */
export async function returnSavings(owner: Owner, payout: Payout, now: Date): Promise<SavedPayout> {
  const { contribution_id } = payout;
  const contribution = contribution_id ? await findContribution(owner, contribution_id) : undefined;
  if (!contribution || !mayContribute("reverse", contribution)) return { payout, writes: [] };
  const { amount } = contribution;
  const reversed = { ...contribution, status: "reversed" as const, reversed_at: now.toISOString() };
  return {
    payout: { ...payout, savings_returned: amount },
    writes: [
      contributionWrite(owner, contribution, "reverse", { reversed_at: reversed.reversed_at }),
      savedWrite(owner, { ...contribution, amount: -amount }, exists),
      emitWrite(owner, contributionReversed, publicContribution(reversed)),
    ],
  };
}
