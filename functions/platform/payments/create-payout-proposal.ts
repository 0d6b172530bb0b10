import { invalid } from "../../../shared/contract/errors.ts";
import { createPayoutProposalOperation } from "../../../shared/contract/platform/payments/create-payout-proposal.ts";
import { hashOfProposal } from "../../../shared/crypto/proposal-hash.ts";
import { isOfDocs } from "../../../shared/domain/account/api-key.ts";
import { DAY } from "../../../shared/domain/limit/window.ts";
import { MAX_BATCH_BYTES } from "../../../shared/domain/payout/payout-batch.ts";
import {
  MAX_PROPOSAL_DAYS,
  newProposal,
  newTerms,
  PROPOSAL_DAYS,
  publicProposal,
} from "../../../shared/domain/payout/proposal.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { networkOf } from "../../../shared/http/guard/source.ts";
import { tooLarge } from "../../../shared/http/serve/request.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putProposal } from "../../../shared/store/payout/proposals.ts";
import { dryRunsOf } from "./create-payout.ts";

export const handler = servePlatform(createPayoutProposalOperation, {
  answer: async ({ body }, { reply, remember, ...caller }) => {
    const { owner, key, now, source } = caller;
    const { payouts } = body;
    if (Buffer.byteLength(JSON.stringify(payouts)) > MAX_BATCH_BYTES) throw tooLarge(MAX_BATCH_BYTES);
    // Without it, no payout could be made.
    adapterOf(owner.mode, "rail");
    const expires_at = endOf(body.expires_at, now);
    const results = await dryRunsOf(payouts, caller);
    const terms = newTerms(body, expires_at, now);
    const network = isOfDocs(key) ? networkOf(source) : undefined;
    const proposal = newProposal(terms, hashOfProposal(owner, terms, payouts), key, network, results);
    const created = reply("created", publicProposal(proposal, now));
    const proposed = results.map((result, i) => ({ payout: payouts[i] as (typeof payouts)[number], result }));
    await putProposal(owner, proposal, proposed, remember(created));
    return created;
  },
});

function endOf(expiry: string | undefined, now: Date): string {
  const after = (days: number) => now.getTime() + days * DAY * 1_000;
  const end = expiry === undefined ? after(PROPOSAL_DAYS) : Date.parse(expiry);
  if (end > now.getTime() && end <= after(MAX_PROPOSAL_DAYS)) return new Date(end).toISOString();
  throw invalid(`\`expires_at\` must be in the next ${MAX_PROPOSAL_DAYS} days.`, "expires_at");
}
