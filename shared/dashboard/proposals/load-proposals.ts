import { invalid, missing } from "../../contract/errors.ts";
import { type PayoutProposal, ProposalStatus } from "../../domain/payout/proposal.ts";
import type { Result } from "../../http/serve/responses.ts";
import { findDrivers } from "../../store/driver/driver-search.ts";
import { findProposal, findProposed, listProposals } from "../../store/payout/proposals.ts";
import { cursorIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import { askToUse } from "../passkeys/webauthn.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { proposalPage, SHOWN_ITEMS } from "./proposal-page.tsx";
import { proposalsPage, SHOWN_PROPOSALS } from "./proposals-page.tsx";

export async function showProposals(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query } = request;
  const cursor = cursorIn(query, "prp");
  const status = ProposalStatus.safeParse(query.get("status") ?? undefined);
  if (!status.success && query.has("status"))
    throw invalid(`\`status\` must be one of ${ProposalStatus.options.join(", ")}.`);
  const page = await listProposals(owner, status.data, {
    limit: rowsOf(request, SHOWN_PROPOSALS),
    ...cursor,
  });
  return proposalsPage(shown, {
    proposals: page.data,
    count: page.total_count,
    place: listPlaceOf(request, cursor, page),
  });
}

export async function showProposal(request: DashboardRequest): Promise<Result> {
  const { shown, owner, member, query, now } = request;
  const proposal = await requireOwnProposal(request);
  const proposed = await findProposed(owner, proposal.id);
  const last = Math.ceil(proposed.length / SHOWN_ITEMS);
  const nth = Math.min(Math.max(Math.trunc(Number(query.get("page"))) || 1, 1), last);
  const items = proposed.slice((nth - 1) * SHOWN_ITEMS, nth * SHOWN_ITEMS);
  const drivers = await findDrivers(owner, [...new Set(items.map(({ payout }) => payout.driver_id))]);
  const names = new Map(drivers.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
  const passkey = member.passkeys?.length ? askToUse(member, challengeOf(proposal)) : undefined;
  return proposalPage(shown, { proposal, items, names, nth, last, passkey, now });
}

/** In base64url: what a passkey signs is the hash of these payouts, and no others. */
export const challengeOf = ({ hash }: PayoutProposal): string =>
  Buffer.from(hash, "hex").toString("base64url");

export async function requireOwnProposal({ owner, params: { id = "" } }: DashboardRequest) {
  const proposal = await findProposal(owner, id);
  if (proposal) return proposal;
  throw missing(`Your account has no such ${owner.mode} proposal.`);
}
