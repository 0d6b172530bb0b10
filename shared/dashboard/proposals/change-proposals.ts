import { movedProposal, mayMove } from "../../domain/payout/proposal.ts";
import { approvalOf, notPending } from "../../http/receipt/approve-proposal.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { endProposal } from "../../store/payout/proposals.ts";
import { shownText } from "../../words/consent-text.ts";
import { requirePasskeyUse } from "../passkeys/webauthn.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { challengeOf, requireOwnProposal } from "./load-proposals.ts";

const pageOf = (mode: string, id: string, done: string) => `/developers/proposals/${mode}/${id}?done=${done}`;

/** The passkey signs the hash of the proposal's payouts, so the page can show no others. */
export async function approve(request: DashboardRequest): Promise<Result> {
  const { owner, now, remember } = request;
  const proposal = await requireOwnProposal(request);
  const { member_id, credential_id, write: use } = await requirePasskeyUse(request, challengeOf(proposal));
  const text = shownText("approve_payouts", "en");
  const approver = { member_id, credential_id, text, uses: [use] };
  const { after, write } = await approvalOf(owner, proposal, approver, now);
  const page = pageOf(owner.mode, proposal.id, after.status === "approved" ? "approved" : "one");
  if (await write(remember(page))) return seeOther(page);
  throw notPending();
}

export async function decline(request: DashboardRequest): Promise<Result> {
  const { owner, now, remember } = request;
  const proposal = await requireOwnProposal(request);
  const page = pageOf(owner.mode, proposal.id, "declined");
  const after = movedProposal(proposal, "decline", now.toISOString());
  const isDeclined =
    mayMove("decline", proposal, now) && (await endProposal(owner, after, "decline", now, remember(page)));
  if (isDeclined) return seeOther(page);
  throw notPending();
}
