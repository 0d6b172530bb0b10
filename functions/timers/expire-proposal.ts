import { parseAddress } from "../../shared/domain/item/owner.ts";
import { mayMove, movedProposal } from "../../shared/domain/payout/proposal.ts";
import { serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { endProposal, findProposal } from "../../shared/store/payout/proposals.ts";

export const handler = serveTimer("expire-proposal", async ({ id: address }, now) => {
  const { owner, id } = parseAddress(address);
  const proposal = await findProposal(owner, id);
  if (!proposal || !mayMove("expire", proposal, now)) return { done: true };
  await endProposal(owner, movedProposal(proposal, "expire", proposal.expires_at), "expire", now);
  return { done: true };
});
