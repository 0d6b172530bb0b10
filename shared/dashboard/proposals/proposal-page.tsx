import type { ComponentChildren } from "preact";
import { hasRole } from "../../domain/account/member.ts";
import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { type PayoutProposal, statusAt } from "../../domain/payout/proposal.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { Proposed } from "../../store/payout/proposals.ts";
import { approvalWords } from "../../words/en/approval.ts";
import { Dialog, dashboardPage, Facts, Part, PostForm } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, When, withCode } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { ProposalState } from "./proposals-page.tsx";

export const SHOWN_ITEMS = 50;

type ProposalProps = {
  proposal: PayoutProposal;
  items: readonly Proposed[];
  names: ReadonlyMap<string, string>;
  /** Which fifty payouts these are, from 1. */
  nth: number;
  last: number;
  /** What the browser asks the passkey. Undefined: the member has none. */
  passkey: object | undefined;
  now: Date;
};

const NOTICES: Record<string, string> = {
  approved: "Approved. We are paying the batch.",
  one: "You approved. Another member must approve it too.",
  declined: "Declined. Nothing is paid.",
};

export const proposalPage = (shown: Shown, props: ProposalProps): Result => {
  const { proposal, items, names, now } = props;
  const base = `/developers/proposals/${shown.mode}/${proposal.id}`;
  const isOpen = statusAt(proposal, now) === "pending" && hasRole(shown.role, "approver");
  return dashboardPage(
    shown,
    `Proposal of ${exactUsd(proposal.total_amount)}`,
    <div class="cols">
      <div>
        <Part id="payouts" title="Payouts and their dry run" aside={<ItemPages base={base} {...props} />}>
          <Table
            caption="Proposed payouts, in their order"
            columns={COLUMNS}
            rows={items.map(({ payout, result }) => [
              exactUsd(payout.amount),
              <bdi>{names.get(payout.driver_id) ?? "Unknown driver"}</bdi>,
              result.problem ? (
                <span class="failed">{withCode(result.problem.message)}</span>
              ) : result.replayed ? (
                "Paid before: no other payout"
              ) : (
                `${exactUsd(result.net_amount ?? 0)} after the fee`
              ),
              nameInWords(payout.method),
            ])}
          />
        </Part>
        {isOpen && (
          <ApprovalWords>
            {props.passkey ? (
              <PostForm action={`${base}/approve`} passkey={props.passkey} button={approvalWords.button} />
            ) : (
              <NeedsPasskey />
            )}
          </ApprovalWords>
        )}
      </div>
      <aside aria-label="Proposal details">
        <Part id="details" title="Details">
          <Facts of={detailsOf(proposal)} />
        </Part>
      </aside>
    </div>,
    {
      notices: NOTICES,
      above: [`/developers/proposals/${shown.mode}`, "Proposals"],
      id: proposal.id,
      badge: <ProposalState proposal={proposal} now={now} />,
      lead: (
        <>
          The proposer says: “<bdi>{proposal.reason}</bdi>”
        </>
      ),
      actions: isOpen && (
        <Dialog
          label="Decline"
          action={`${base}/decline`}
          look="second"
          kind="danger"
          button="Decline this proposal"
        >
          <p>Nothing is paid. The payouts can be proposed again.</p>
        </Dialog>
      ),
    },
  );
};

/** The receipt has their hash. */
export const ApprovalWords = ({ children }: { children: ComponentChildren }) => (
  <section class="part" id="approve">
    <h2>{approvalWords.title}</h2>
    <p>{approvalWords.what}</p>
    <p>{approvalWords.after}</p>
    {children}
  </section>
);

const NeedsPasskey = () => (
  <p>
    Approving needs a passkey. <a href="/developers/account/test#passkeys">Add one to your account</a>, then
    come back.
  </p>
);

const COLUMNS = [
  ["Amount", "amt p2"],
  ["Driver", "w p1"],
  ["Dry run", "p3 t"],
  ["Method", "r"],
] as const;

const ItemPages = ({ base, nth, last, proposal: { total } }: ProposalProps & { base: string }) => (
  <>
    {nth > 1 && <a href={`${base}?page=${nth - 1}`}>Previous {SHOWN_ITEMS}</a>} {grouped(total)} in all{" "}
    {nth < last && <a href={`${base}?page=${nth + 1}`}>Next {SHOWN_ITEMS}</a>}
  </>
);

const detailsOf = (proposal: PayoutProposal) => ({
  Payouts: grouped(proposal.total),
  "Rejected by the dry run": proposal.rejected > 0 && grouped(proposal.rejected),
  Total: exactUsd(proposal.total_amount),
  Expires: <When at={proposal.expires_at} />,
  Created: <Ago at={proposal.created_at} />,
  Key: <Id id={proposal.key_id} />,
  Approvals: proposal.approvals && String(proposal.approvals.length),
  Batch: proposal.batch_id && <Id id={proposal.batch_id} />,
  Hash: <code>{proposal.hash.slice(0, 16)}</code>,
});
