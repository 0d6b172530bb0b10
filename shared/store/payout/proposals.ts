import {
  proposalApproved,
  proposalCreated,
  proposalDeclined,
  proposalExpired,
} from "../../domain/event/proposal-events.ts";
import type { MailRequest, TimerRequest } from "../../domain/event/outbox.ts";
import { addressOf, type Owner } from "../../domain/item/owner.ts";
import { BATCH_PAGE, newBatch } from "../../domain/payout/payout-batch.ts";
import type { PayoutRequest } from "../../domain/payout/payout-request.ts";
import {
  type DryRunResult,
  PayoutProposal,
  type ProposalStatus,
  proposalTransitions,
  publicProposal,
} from "../../domain/payout/proposal.ts";
import type { Receipt } from "../../domain/receipt/receipt.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { above, absent, oneOf, startsWith } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { countOf, type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { receiptWrite } from "../receipt/receipts.ts";
import { findAs, itemsOf } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { batchWrites } from "./payout-batches.ts";

export type Proposed = { payout: PayoutRequest; result: DryRunResult };

/** With its payouts, its event, the timer of its end and the email to its approvers. */
export async function putProposal(
  owner: Owner,
  proposal: PayoutProposal,
  proposed: readonly Proposed[],
  memory: Write | undefined,
): Promise<void> {
  const { id, created_at, expires_at } = proposal;
  const now = new Date(created_at);
  const pages = Array.from({ length: Math.ceil(proposed.length / BATCH_PAGE) }, (_, page) =>
    putNew({
      ...keys.proposalPage(owner, id, page),
      // As text, as a batch stores them.
      payouts: JSON.stringify(proposed.slice(page * BATCH_PAGE, (page + 1) * BATCH_PAGE)),
    }),
  );
  const input = { id: addressOf(owner, id), at: expires_at };
  const end: TimerRequest = { kind: "timer", timer: "expire-proposal", name: id, input };
  const event = emitWrite(owner, proposalCreated, publicProposal(proposal, now));
  const { account_id, mode } = owner;
  const mail: MailRequest = { kind: "mail", mail: "proposal", proposal_id: id, end, account_id, mode };
  const head = putNew({ ...keys.proposal(owner, id), ...proposal });
  await transactOnce([head, ...pages, event, outboxWrite(mail, now)], memory);
}

export const findProposal = (owner: Owner, id: string): Promise<PayoutProposal | undefined> =>
  findAs(keys.proposal(owner, id), PayoutProposal);

/** In their order. A proposal never changes its payouts. */
export async function findProposed(owner: Owner, id: string): Promise<Proposed[]> {
  const { pk, sk } = keys.proposalPage(owner, id, 0);
  const items = await itemsOf({ pk, sk: startsWith(sk.slice(0, -1)) });
  return items.flatMap(({ payouts }) => JSON.parse(String(payouts)) as Proposed[]);
}

const MAX_COUNTED = 10_000;

const rangeOf = (owner: Owner, status: ProposalStatus | undefined) => ({
  partition: partitionOf("proposal", owner),
  from: "prp_",
  ...(status && { where: { status } }),
});

export async function listProposals(
  owner: Owner,
  status: ProposalStatus | undefined,
  query: PageQuery,
): Promise<ResultPage<PayoutProposal> & { total_count: number }> {
  const range = rangeOf(owner, status);
  const [page, total_count] = await Promise.all([
    pageOf(range, query, { among: MAX_COUNTED, most: MAX_COUNTED }),
    countOf(range, MAX_COUNTED),
  ]);
  return { ...page, data: page.data.map((item) => PayoutProposal.parse(item)), total_count };
}

const events = { decline: proposalDeclined, expire: proposalExpired, cancel: undefined } as const;

/** Returns whether this call did: another was first, or it has expired. */
export async function endProposal(
  owner: Owner,
  after: PayoutProposal,
  transition: keyof typeof events,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const { id, status, decided_at } = after;
  const event = events[transition];
  const conflict = await transactOnce(
    [
      change(keys.proposal(owner, id), {
        set: { status, decided_at },
        when: {
          status: oneOf(proposalTransitions[transition].from),
          ...(transition !== "expire" && { expires_at: above(now.toISOString()) }),
        },
      }),
      event && emitWrite(owner, event, publicProposal(after, now)),
    ],
    memory,
  );
  return conflict === undefined;
}

/** By one member. `after`: with this approval, and approved if it is the last one. */
type Approving = {
  before: PayoutProposal;
  after: PayoutProposal;
  receipt: Receipt;
  /** The use of the passkey. */
  uses: readonly Write[];
  payouts: readonly PayoutRequest[];
};

/**
 * The approval, its receipt and, with the last one, the batch: all or nothing. Returns whether this call did:
 * another approval, a cancel or the expiry was first.
 */
export async function approveProposal(
  owner: Owner,
  { before, after, receipt, uses, payouts }: Approving,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const { id, status, approvals, decided_at, batch_id, key_id, network } = after;
  const batch = batch_id && {
    ...newBatch(payouts.length, { key_id }, network, now),
    id: batch_id,
    proposal_id: id,
  };
  const conflict = await transactOnce(
    [
      change(keys.proposal(owner, id), {
        set: { status, approvals, ...(decided_at && { decided_at, batch_id }) },
        when: {
          status: oneOf(proposalTransitions.approve.from),
          expires_at: above(now.toISOString()),
          approvals: before.approvals ?? absent,
        },
      }),
      receiptWrite(receipt),
      ...uses,
      ...(batch
        ? [
            emitWrite(owner, proposalApproved, publicProposal(after, now)),
            ...batchWrites(owner, batch, payouts),
          ]
        : []),
    ],
    memory,
  );
  return conflict === undefined;
}
