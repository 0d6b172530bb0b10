import { Problem, statusConflict } from "../../contract/errors.ts";
import { hashOfProposal } from "../../crypto/proposal-hash.ts";
import { isEnded } from "../../domain/account/api-key.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import {
  approvalProblem,
  batchIdOf,
  mayMove,
  movedProposal,
  type PayoutProposal,
} from "../../domain/payout/proposal.ts";
import { claimsOf, type ShownText } from "../../domain/receipt/receipt.ts";
import { findAccount, findKeyById } from "../../store/account/accounts.ts";
import { approveProposal, findProposed } from "../../store/payout/proposals.ts";
import type { Write } from "../../store/table/table.ts";
import { authorize } from "../guard/authenticate.ts";
import { signReceipt } from "./sign-receipt.ts";

/** `text`: what the member read. `uses`: writes of the passkey's use, which the approval needs. */
type Approver = { member_id: string; credential_id: string; text: ShownText; uses: readonly Write[] };

/** The proposal after it, and its write: false means that another call was faster. Throws a Problem. */
export async function approvalOf(owner: Owner, proposal: PayoutProposal, approver: Approver, now: Date) {
  const { member_id, credential_id, text, uses } = approver;
  const [account, key, proposed] = await Promise.all([
    findAccount(owner.account_id, now),
    findKeyById(proposal.key_id),
    findProposed(owner, proposal.id),
  ]);
  if (!mayMove("approve", proposal, now)) throw notPending();
  if (!key || isEnded(key, now))
    throw statusConflict("The key that proposed it has ended. Propose the payouts again with another key.");
  authorize(key, "payments:propose");
  const needed = account?.approvals_needed ?? 1;
  const problem = approvalProblem(proposal, { member_id, needed, makers: key.makers });
  if (problem) throw new Problem("status_conflict", problem);
  const payouts = proposed.map(({ payout }) => payout);
  const { id, total, total_amount, hash, approvals = [] } = proposal;
  if (hashOfProposal(owner, proposal, payouts) !== hash)
    throw new Error("The payouts are not those of the hash");
  const deed = {
    act: "approve_payouts" as const,
    sub: id,
    text,
    livemode: isLive(owner),
    terms: {
      account: owner.account_id,
      count: total,
      total: total_amount,
      hash,
      member_id,
      credential_id,
    },
    prev: approvals.at(-1)?.jti,
  };
  const receipt = await signReceipt(deed, now);
  const approved_at = now.toISOString();
  const approval = { member_id, jti: claimsOf(receipt).jti, approved_at };
  const isLast = approvals.length + 1 >= needed;
  const after = {
    ...(isLast ? { ...movedProposal(proposal, "approve", approved_at), batch_id: batchIdOf(id) } : proposal),
    approvals: [...approvals, approval],
  };
  return {
    after,
    write: (memory?: Write) =>
      approveProposal(owner, { before: proposal, after, receipt, uses, payouts }, now, memory),
  };
}

export const notPending = () =>
  statusConflict("Only a pending proposal can be approved or declined. Read the proposal again.", "id");
