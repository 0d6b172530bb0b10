import { exactUsd } from "../../domain/money/cents.ts";
import { type PayoutProposal, ProposalStatus, statusAt } from "../../domain/payout/proposal.ts";
import type { Result } from "../../http/serve/responses.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, StateBadge, type StateKind } from "../list/cells.tsx";
import { listPage, plural, statusTabs } from "../list/list-page.tsx";
import type { ListPlace } from "../list/table.tsx";

export const SHOWN_PROPOSALS = 20;

type ProposalsProps = { proposals: readonly PayoutProposal[]; count: number; place: ListPlace };

export const proposalsPage = (shown: Shown, { proposals, count, place }: ProposalsProps): Result =>
  listPage(shown, "Proposals", {
    place,
    noun: "proposal",
    count,
    size: SHOWN_PROPOSALS,
    caption: "Proposals, newest first",
    tabs: statusTabs(ProposalStatus.options),
    columns: COLUMNS,
    rows: proposals.map((proposal) => [
      exactUsd(proposal.total_amount),
      <ProposalState proposal={proposal} now={shown.now} />,
      <a href={`/developers/proposals/${shown.mode}/${proposal.id}`}>{plural(proposal.total, "payout")}</a>,
      <Id id={proposal.id} />,
      <Ago at={proposal.created_at} />,
    ]),
    empty: (
      <p>
        A key with the permission payments:propose asks for payouts, and you decide.{" "}
        <a href={docsPath("proposals")}>Read how</a>.
      </p>
    ),
    lead: "Payouts that a key proposed, and that a person must approve.",
  });

const COLUMNS = [
  ["Amount", "amt p2"],
  ["Status", "p3"],
  ["Payouts", "w p1"],
  ["Proposal", ""],
  ["Created", "r p4"],
] as const;

const KINDS: Record<ProposalStatus, StateKind> = {
  pending: "wait",
  approved: "ok",
  declined: "bad",
  expired: "off",
  canceled: "off",
};

export const ProposalState = ({ proposal, now }: { proposal: PayoutProposal; now: Date }) => {
  const status = statusAt(proposal, now);
  return <StateBadge kind={KINDS[status]}>{nameInWords(status)}</StateBadge>;
};
