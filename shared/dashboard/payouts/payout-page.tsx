import { docsPath } from "../../contract/docs-paths.ts";
import { hasRole } from "../../domain/account/member.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { KeptRequest } from "../../domain/account/kept-request.ts";
import { endingOfKey, requestPath } from "../requests/request-page.tsx";
import type { Driver } from "../../domain/driver/driver.ts";
import type { EventEnvelope } from "../../domain/event/event.ts";
import type { LedgerEntry } from "../../domain/ledger/entry.ts";
import { mayBe, type Payout, type PayoutTransition, type RefundReason } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import { timelineOf } from "../../domain/timeline/timeline.ts";
import type { Delivery } from "../../domain/webhook/delivery.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField } from "../../pages/layout/form-fields.tsx";
import { EventDeliveries } from "../webhooks/delivery-pages.tsx";
import { Dialog, dashboardPage, Facts, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { endsOfId, entryInWords, exactTime, Id, nameInWords, PayoutState } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { TimelineSteps } from "../timeline/timeline-page.tsx";
import { fullNameOf } from "../drivers/drivers-page.tsx";
import { MetadataFacts } from "../frame/metadata.tsx";

type PayoutProps = {
  payout: Payout;
  /** Undefined: deleted. */
  driver: Pick<Driver, "first_name" | "last_name"> | undefined;
  entries: readonly LedgerEntry[];
  events: readonly EventEnvelope[];
  deliveries: readonly Delivery[];
  urls: ReadonlyMap<string, string>;
  /** Of its API requests those of the last 30 days, newest first, or the batch that made it. */
  requests: readonly KeptRequest[];
  batch: string | undefined;
};

const NOTICES: Record<string, string> = {
  complete: "The payout is completed.",
  fail: "The payout has failed. The money is available again.",
  cancel: "The payout is canceled. The money is available again.",
  refund: "The payout is refunded. The money is available again.",
};

export const payoutPage = (shown: Shown, props: PayoutProps): Result => {
  const { payout, driver, entries } = props;
  return dashboardPage(
    shown,
    `Payout of ${exactUsd(payout.amount)}`,
    <div class="cols">
      <div>
        <States shown={shown} payout={payout} />
        <Part
          id="entries"
          title="Money"
          aside={<a href={`/developers/money/${shown.mode}#entries`}>See all entries</a>}
        >
          <Table
            caption="Money entries of this payout, oldest first"
            columns={ENTRY_COLUMNS}
            rows={entries.flatMap(entryRows)}
          />
        </Part>
        <Part
          id="events"
          title="Events and deliveries"
          aside={<a href={`/developers/webhooks/${shown.mode}/events?object=${payout.id}`}>See all events</a>}
        >
          <EventDeliveries shown={shown} {...props} />
        </Part>
      </div>
      <aside aria-label="Payout details">
        <Part id="details" title="Details">
          <Facts of={detailsOf(payout)} />
          <Facts of={madeBy(shown, props)} />
          <MetadataFacts of={publicPayout(payout).metadata} />
        </Part>
      </aside>
    </div>,
    {
      notices: NOTICES,
      above: [`/developers/payouts/${shown.mode}`, "Payouts"],
      id: payout.id,
      badge: <PayoutState status={payout.status} />,
      lead: (
        <>
          {nameInWords(payout.method)} payout to{" "}
          {driver ? (
            <a href={`/developers/drivers/${shown.mode}/${payout.driver_id}`}>
              <bdi>{fullNameOf(driver)}</bdi>
            </a>
          ) : (
            "a deleted driver"
          )}
          {payout.failure_code && (
            <>
              . <a href={`${docsPath("statuses")}#failure`}>What to do now</a>
            </>
          )}
        </>
      ),
      actions: shown.mode === "test" && hasRole(shown.role, "developer") && <Actions payout={payout} />,
    },
  );
};

const ACTIONS: readonly (readonly [PayoutTransition, label: string, what: string])[] = [
  ["complete", "Complete", "The sandbox's bank reports that the money arrived."],
  ["fail", "Fail", "The sandbox's bank reports that the account is closed. The money is available again."],
  ["cancel", "Cancel", "The payout stops, and the money is available again. You can't undo this."],
  ["refund", "Refund", "The money comes back, and the fee with it. You can't undo this."],
];

const REASONS = [
  ["returned", "The bank returned it: it was never paid"],
  ["repaid", "The driver paid it back later"],
] as const satisfies readonly (readonly [RefundReason, string])[];

const Actions = ({ payout }: { payout: Payout }) => (
  <>
    {ACTIONS.filter(([transition]) => mayBe(transition, payout)).map(([transition, label, what]) => (
      <Dialog
        key={transition}
        label={label}
        action={`/developers/payouts/test/${payout.id}/${transition}`}
        look="second"
        kind={transition === "complete" ? undefined : "danger"}
        button={`${label} this payout`}
      >
        <p>{what}</p>
        {transition === "refund" && <SelectField name="reason" label="Reason" options={REASONS} />}
      </Dialog>
    ))}
  </>
);

const States = ({ shown, payout }: { shown: Shown; payout: Payout }) => (
  <Part
    id="states"
    title="States, in UTC"
    aside={<a href={`/developers/home/${shown.mode}/timeline?id=${payout.id}`}>See the timeline</a>}
  >
    <TimelineSteps
      isOfOneKind
      shown={shown}
      timeline={timelineOf({ asked: payout.id, subject: payout.id, payout })}
    />
  </Part>
);

const ENTRY_COLUMNS = [
  ["Entry", "p1"],
  ["From and to", "w p3"],
  ["Amount", "amt p2"],
  ["Time", "r p4"],
] as const;

const entryRows = (entry: LedgerEntry) =>
  entryInWords(entry).map((cells) => [
    ...cells,
    <time dateTime={entry.created_at} title={exactTime(entry.created_at)}>
      {entry.created_at.slice(5, 19).replace("T", " ")}
    </time>,
  ]);

function detailsOf(payout: Payout) {
  const { fee_refunded, description, ...shown } = publicPayout(payout);
  return {
    Driver: <Id id={shown.driver_id} />,
    "Bank account": payout.bank_last4 && `••${payout.bank_last4}`,
    Method: nameInWords(shown.method),
    Amount: exactUsd(shown.amount),
    Tips: shown.tip_amount > 0 && `${exactUsd(shown.tip_amount)} of the amount`,
    Fee: `${exactUsd(shown.fee)}${fee_refunded > 0 ? " (refunded)" : ""}`,
    Net: exactUsd(shown.net_amount),
    ...savingsOf(payout),
    Description: description && <bdi>{description}</bdi>,
  };
}

function madeBy({ mode }: Shown, { requests, batch }: PayoutProps) {
  return {
    Batch: batch && <a href={`/developers/payouts/${mode}/batches/${batch}`}>{endsOfId(batch)}</a>,
    Requests:
      requests.length > 0 &&
      requests.map((request, i) => (
        <>
          {i > 0 && ", "}
          <a href={requestPath(mode, request)}>
            {request.method} {request.route}
          </a>
        </>
      )),
    "Idempotency key": endingOfKey(requests.at(-1)?.idempotency),
  };
}

/** Of a payout whose driver saves: how much, and why no more. */
function savingsOf(payout: Payout) {
  const { bank_amount, savings_amount, savings_reason } = publicPayout(payout);
  if (payout.savings === undefined) return {};
  const why = savings_reason && ` (${nameInWords(savings_reason).toLowerCase()})`;
  return { Saved: `${exactUsd(savings_amount)}${why ?? ""}`, "To the bank": exactUsd(bank_amount) };
}
