import * as z from "zod/mini";
import { DriverId } from "../driver/driver-id.ts";
import { ONLY, Sequence } from "../event/event.ts";
import { derivedIdAt, idForm } from "../item/ids.ts";
import { Livemode } from "../item/owner.ts";
import { type Payout, PayoutId } from "../payout/payout.ts";
import { component, Instant, note } from "../text/text.ts";
import { allows, type Transition } from "../item/transition.ts";
import type { SavingsPlan } from "./plan.ts";

export const ContributionId = z.string().check(z.regex(idForm("con_"), "a contribution's id, `con_...`"));

export const ContributionStatus = z.enum(["pending", "sent", "settled", "reversed"]);
export type ContributionStatus = z.infer<typeof ContributionStatus>;

/** The savings of one payout, on their way to a Roth IRA. Its id has the time of the payout's completion. */
export const Contribution = z.object({
  id: ContributionId,
  status: ContributionStatus,
  amount: z.int().check(z.positive()),
  payout_id: PayoutId,
  driver_id: DriverId,
  agreement_id: z.string(),
  /** The key of the saver whose room it takes. */
  person: z.string(),
  tax_year: z.int(),
  created_at: Instant,
  send_at: Instant,
  sent_at: z.optional(Instant),
  settled_at: z.optional(Instant),
  reversed_at: z.optional(Instant),
  entry: z.optional(z.string()),
});
export type Contribution = z.infer<typeof Contribution>;

export const contributionTransitions = {
  send: { from: ["pending"], to: "sent" },
  settle: { from: ["sent"], to: "settled" },
  reverse: { from: ["pending"], to: "reversed" },
} as const satisfies Record<string, Transition<ContributionStatus>>;

export const mayContribute = (
  transition: keyof typeof contributionTransitions,
  { status }: Pick<Contribution, "status">,
): boolean => allows(contributionTransitions[transition], status);

/** A bank returns most payouts within this time. */
export const SENT_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

/** When the contribution of a payout that completed at an instant is sent. */
const sendAt = (completed_at: string): string =>
  new Date(Date.parse(completed_at) + SENT_AFTER_MS).toISOString();

/** The tax year is the one in which it is sent, so at the end of December it is the next one. */
export const taxYearOf = (completed_at: string): number => Number(sendAt(completed_at).slice(0, 4));

/** The id follows from the payout and its completion: a repeated completion cannot make a second one. */
export async function newContribution(
  { id, driver_id, completed_at = "" }: Pick<Payout, "id" | "driver_id" | "completed_at">,
  { agreement_id, person }: SavingsPlan,
  amount: number,
): Promise<Contribution> {
  return {
    id: await derivedIdAt("con_", new Date(completed_at), id),
    status: "pending",
    amount,
    payout_id: id,
    driver_id,
    agreement_id,
    person,
    tax_year: taxYearOf(completed_at),
    created_at: completed_at,
    send_at: sendAt(completed_at),
  };
}

export const PublicContribution = note(
  component("Contribution", {
    id: ContributionId,
    object: z.literal("contribution"),
    status: note(
      z.clone(ContributionStatus),
      "`pending`: it leaves at `send_at`. `sent`: it is on its way. `settled`: the custodian has it. `reversed`: the payout came back before it was sent.",
    ),
    amount: note(z.int(), "In cents: the payout's `savings_amount`."),
    currency: z.string(),
    driver_id: DriverId,
    payout_id: note(z.clone(PayoutId), "The payout that it was saved from."),
    tax_year: note(z.int(), "The tax year for which it counts: the one of `send_at`."),
    created_at: note(z.clone(Instant), "When the payout completed."),
    send_at: note(
      z.clone(Instant),
      "The first instant at which it leaves: five days after the payout completed.",
    ),
    sent_at: note(z.nullable(Instant), "When it left, or null."),
    settled_at: note(z.nullable(Instant), "When the custodian had it, or null."),
    reversed_at: note(z.nullable(Instant), "When it came back with its payout, or null."),
    sequence: Sequence,
    livemode: Livemode,
  }),
  "What a payout saved for its driver.",
);

export const publicContribution = (
  contribution: Contribution,
): Omit<z.infer<typeof PublicContribution>, "livemode"> => ({
  id: contribution.id,
  object: "contribution",
  status: contribution.status,
  amount: contribution.amount,
  currency: "usd",
  driver_id: contribution.driver_id,
  payout_id: contribution.payout_id,
  tax_year: contribution.tax_year,
  created_at: contribution.created_at,
  send_at: contribution.send_at,
  sent_at: contribution.sent_at ?? null,
  settled_at: contribution.settled_at ?? null,
  reversed_at: contribution.reversed_at ?? null,
  // Its one event: it settles, or is reversed.
  sequence: contribution.settled_at || contribution.reversed_at ? ONLY : 0,
});
