import * as z from "zod/mini";
import type { ApiKey } from "../account/api-key.ts";
import { Sequence } from "../event/event.ts";
import { canonical } from "../item/canonical.ts";
import { idForm, instantOf, sortableId } from "../item/ids.ts";
import { isLive, Livemode, type Owner } from "../item/owner.ts";
import { allows, type Transition } from "../item/transition.ts";
import { component, Instant, note } from "../text/text.ts";
import { BatchId, BatchProblem } from "./payout-batch.ts";
import type { PayoutRequest } from "./payout-request.ts";

export const ProposalId = z.string().check(z.regex(idForm("prp_"), "a proposal's id, `prp_...`"));

export const ProposalStatus = z.enum(["pending", "approved", "declined", "expired", "canceled"]);
export type ProposalStatus = z.infer<typeof ProposalStatus>;

export const PROPOSAL_DAYS = 3;
export const MAX_PROPOSAL_DAYS = 7;

export const proposalTransitions = {
  approve: { from: ["pending"], to: "approved" },
  decline: { from: ["pending"], to: "declined" },
  expire: { from: ["pending"], to: "expired" },
  cancel: { from: ["pending"], to: "canceled" },
} as const satisfies Record<string, Transition<ProposalStatus>>;
export type ProposalTransition = keyof typeof proposalTransitions;

const ProposalApproval = z.object({ member_id: z.string(), jti: z.string(), approved_at: Instant });

export const PayoutProposal = z.object({
  id: ProposalId,
  status: ProposalStatus,
  reason: z.string(),
  /** Of payouts, and of those that its dry run rejected. */
  total: z.int(),
  rejected: z.int(),
  total_amount: z.int(),
  /** The SHA-256 of {@link proposalText}. */
  hash: z.string(),
  key_id: z.string(),
  network: z.optional(z.string()),
  expires_at: Instant,
  created_at: Instant,
  /** Oldest first. `jti`: of the receipt. */
  approvals: z.optional(z.array(ProposalApproval)),
  decided_at: z.optional(Instant),
  batch_id: z.optional(BatchId),
});
export type PayoutProposal = z.infer<typeof PayoutProposal>;

/** What the dry run of a payout said. `replayed`: an earlier payout has its idempotency key. */
export const DryRunResult = z.object({
  fee: z.optional(z.int()),
  net_amount: z.optional(z.int()),
  savings_amount: z.optional(z.int()),
  replayed: z.optional(z.literal(true)),
  problem: z.optional(BatchProblem),
});
export type DryRunResult = z.infer<typeof DryRunResult>;

export type ProposalTerms = Pick<PayoutProposal, "id" | "reason" | "total_amount" | "expires_at">;

export const newTerms = (
  { payouts, reason }: { payouts: readonly PayoutRequest[]; reason: string },
  expires_at: string,
  now: Date,
): ProposalTerms => {
  const total_amount = payouts.reduce((sum, { amount }) => sum + amount, 0);
  return { id: sortableId("prp_", now), reason, total_amount, expires_at };
};

/** Canonical JSON: sorted keys, no blanks. Another byte of a payout is another text, with another hash. */
export const proposalText = (
  owner: Owner,
  { id, reason, total_amount, expires_at }: ProposalTerms,
  payouts: readonly PayoutRequest[],
): string =>
  canonical({
    id,
    account_id: owner.account_id,
    livemode: isLive(owner),
    reason,
    total_amount,
    expires_at,
    payouts,
  });

export const newProposal = (
  terms: ProposalTerms,
  hash: string,
  { key_id }: ApiKey,
  network: string | undefined,
  results: readonly DryRunResult[],
): PayoutProposal => ({
  ...terms,
  status: "pending",
  total: results.length,
  rejected: results.filter(({ problem }) => problem !== undefined).length,
  hash,
  key_id,
  ...(network !== undefined && { network }),
  created_at: instantOf(terms.id).toISOString(),
});

/** Why a member may not approve it. `makers`: of the proposing key, who never count as one of two. */
export function approvalProblem(
  { approvals = [] }: PayoutProposal,
  {
    member_id,
    needed,
    makers = [],
  }: { member_id: string; needed: number; makers?: readonly string[] | undefined },
): string | undefined {
  if (approvals.some((approval) => approval.member_id === member_id))
    return "You have approved it already. Another member must approve it too.";
  if (needed > 1 && makers.includes(member_id))
    return "You made the key that proposed it. Two other members must approve it.";
  return undefined;
}

/** The batch's id follows from the proposal's, so no proposal has two. */
export const batchIdOf = (proposalId: string): string => proposalId.replace("prp_", "bat_");

/** It expires at an instant, although the timer that says so is late. */
export const statusAt = ({ status, expires_at }: PayoutProposal, now: Date): ProposalStatus =>
  status === "pending" && Date.parse(expires_at) <= now.getTime() ? "expired" : status;

export const mayMove = (transition: ProposalTransition, proposal: PayoutProposal, now: Date): boolean =>
  allows<ProposalStatus>(
    proposalTransitions[transition],
    transition === "expire" ? proposal.status : statusAt(proposal, now),
  );

export const movedProposal = (
  proposal: PayoutProposal,
  transition: ProposalTransition,
  decided_at: string,
): PayoutProposal => ({ ...proposal, status: proposalTransitions[transition].to, decided_at });

export const ProposedPayout = component("ProposedPayout", {
  driver_id: note(z.string(), "The driver."),
  amount: note(z.int(), "In cents."),
  net_amount: note(z.nullable(z.int()), "Amount minus fee. Null: rejected."),
  savings_amount: note(z.nullable(z.int()), "What the driver saves. Null: rejected."),
  replayed: note(z.boolean(), "Its idempotency key has a payout already."),
  error_code: note(z.nullable(z.string()), "Code of the error, or null."),
  error_message: note(z.nullable(z.string()), "Its words, or null."),
});

/** As its proposal shows it. */
export const publicDryRun = ({
  payout: { driver_id, amount },
  result,
}: {
  payout: Pick<PayoutRequest, "driver_id" | "amount">;
  result: DryRunResult;
}) => ({
  driver_id,
  amount,
  net_amount: result.net_amount ?? null,
  savings_amount: result.savings_amount ?? null,
  replayed: result.replayed ?? false,
  error_code: result.problem?.code ?? null,
  error_message: result.problem?.message ?? null,
});

export const PublicProposal = note(
  component("PaymentProposal", {
    id: ProposalId,
    object: z.literal("payout_proposal"),
    status: note(z.clone(ProposalStatus), "Only `pending` can change."),
    reason: note(z.string(), "Why."),
    total_count: note(z.int(), "The number of payouts."),
    rejected_count: note(z.int(), "Payouts that their dry run rejected."),
    total_amount: note(z.int(), "In cents."),
    hash: note(z.string(), "SHA-256 of `text`. Approvals sign it."),
    batch_id: note(z.nullable(BatchId), "The batch that pays it."),
    expires_at: note(z.clone(Instant), "Its last instant."),
    created_at: Instant,
    decided_at: note(z.nullable(Instant), "When `status` changed."),
    text: note(z.nullable(z.string()), "What is approved: JSON with sorted keys. Null: get it."),
    dry_runs: note(z.nullable(z.array(ProposedPayout)), "Of each payout, when created. Null: get it."),
    receipts: note(z.nullable(z.array(z.string())), "Of each approval, to verify offline. Null: get it."),
    sequence: Sequence,
    livemode: Livemode,
  }),
  "Payouts that wait for a person's approval.",
);

/** Without what only a reader of one proposal gets. */
export function publicProposal(
  proposal: PayoutProposal,
  now: Date,
): Omit<z.infer<typeof PublicProposal>, "livemode"> {
  const status = statusAt(proposal, now);
  const { id, reason, total, rejected, total_amount, hash, batch_id, expires_at, created_at } = proposal;
  const hasEvent = status === "approved" || status === "declined" || status === "expired";
  return {
    id,
    object: "payout_proposal",
    status,
    reason,
    total_count: total,
    rejected_count: rejected,
    total_amount,
    hash,
    batch_id: batch_id ?? null,
    expires_at,
    created_at,
    decided_at: proposal.decided_at ?? (status === "expired" ? expires_at : null),
    text: null,
    dry_runs: null,
    receipts: null,
    sequence: hasEvent ? 2 : 1,
  };
}
