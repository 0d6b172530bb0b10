import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { type PayoutProposal, ProposalStatus, statusAt } from "../../domain/payout/proposal.ts";
import type { Result } from "../../http/serve/responses.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { dashboardPage, Empty, NoMatch } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, StateBadge, type StateKind } from "../list/cells.tsx";
import { Filters, type ListPlace, Pages, Table, Tabs } from "../list/table.tsx";

export const SHOWN_PROPOSALS = 20;

type ProposalsProps = { proposals: readonly PayoutProposal[]; count: number; place: ListPlace };

export const proposalsPage = (shown: Shown, { proposals, count, place }: ProposalsProps): Result =>
  dashboardPage(
    shown,
    "Proposals",
    <>
      <Tabs
        place={place}
        name="status"
        label="Status"
        tabs={[
          [undefined, "All"],
          ...ProposalStatus.options.map((status) => [status, nameInWords(status)] as const),
        ]}
      />
      <Filters place={place} count={`${grouped(count)} ${count === 1 ? "proposal" : "proposals"}`} />
      {proposals.length === 0 ? (
        <Nothing shown={shown} isFiltered={place.query.size > 0} />
      ) : (
        <Table
          caption="Proposals, newest first"
          list={{ name: "proposals", place }}
          columns={COLUMNS}
          rows={proposals.map((proposal) => [
            exactUsd(proposal.total_amount),
            <ProposalState proposal={proposal} now={shown.now} />,
            <a href={`/developers/proposals/${shown.mode}/${proposal.id}`}>
              {grouped(proposal.total)} {proposal.total === 1 ? "payout" : "payouts"}
            </a>,
            <Id id={proposal.id} />,
            <Ago at={proposal.created_at} />,
          ])}
        />
      )}
      <Pages place={place} of={{ rows: proposals.length, size: SHOWN_PROPOSALS, count }} />
    </>,
    { lead: "Payouts that a key proposed, and that a person must approve." },
  );

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

const Nothing = ({ shown, isFiltered }: { shown: Shown; isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch
      title="No proposal matches"
      all="Show all proposals"
      href={`/developers/proposals/${shown.mode}`}
    />
  ) : (
    <Empty title={`No ${shown.mode} proposal yet`}>
      <p>
        A key with the permission payments:propose asks for payouts, and you decide.{" "}
        <a href={docsPath("proposals")}>Read how</a>.
      </p>
    </Empty>
  );
