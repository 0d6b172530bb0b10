import { hasRole } from "../../domain/account/member.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import type { EventEnvelope } from "../../domain/event/event.ts";
import type { LedgerEntry } from "../../domain/ledger/entry.ts";
import { mayBe, type Payout, type PayoutTransition, type RefundReason } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import { timelineOf } from "../../domain/timeline/timeline.ts";
import type { Delivery } from "../../domain/webhook/delivery.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField } from "../../pages/layout/form-fields.tsx";
import { shortened } from "../frame/copy-box.tsx";
import { DeliveryState } from "../webhooks/endpoint-parts.tsx";
import { Dialog, dashboardPage, Facts, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, exactTime, Id, nameInWords, PayoutState } from "../list/cells.tsx";
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
          <Events shown={shown} {...props} />
        </Part>
      </div>
      <aside aria-label="Payout details">
        <Part id="details" title="Details">
          <Facts of={detailsOf(payout)} />
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
        {...{ label, action: `/developers/payouts/test/${payout.id}/${transition}` }}
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

const entryRows = ({ type, postings, created_at }: LedgerEntry) =>
  postings.map(({ from, to, amount }) => [
    nameInWords(type),
    `${accountInWords(from)} → ${accountInWords(to)}`,
    exactUsd(amount),
    <time dateTime={created_at} title={exactTime(created_at)}>
      {created_at.slice(5, 19).replace("T", " ")}
    </time>,
  ]);

const accountInWords = (account: string): string =>
  account === "funds" ? "Available" : account.startsWith("driver:") ? "Driver" : nameInWords(account);

/** A page may have 48 deliveries. */
const MAX_OF_URL = 60;

const EVENT_COLUMNS = [
  ["Event", "p1"],
  ["Endpoint", "w p3"],
  ["Result", "p2"],
  ["Attempts", "r"],
  ["Time", "r p4"],
] as const;

const Events = ({ shown, events, deliveries, urls }: PayoutProps & { shown: Shown }) => {
  const base = `/developers/webhooks/${shown.mode}`;
  const rows = events.flatMap((event) => {
    const its = deliveries.filter(({ event_id }) => event_id === event.id);
    if (its.length === 0) {
      const link = <a href={`${base}/events/${event.id}`}>{event.type}</a>;
      return [[link, "No endpoint subscribes to it", "", "0", <Ago at={event.created_at} />]];
    }
    return its.map((delivery) => [
      <a href={`${base}/${delivery.endpoint_id}/${delivery.id}`}>{event.type}</a>,
      <bdi>{shortened(urls.get(delivery.endpoint_id) ?? "Deleted endpoint", MAX_OF_URL)}</bdi>,
      <DeliveryState delivery={delivery} />,
      String(delivery.attempts.length),
      <Ago at={delivery.attempts.at(-1)?.at ?? delivery.created_at} />,
    ]);
  });
  return rows.length === 0 ? (
    <p class="soft">No event of the last 30 days.</p>
  ) : (
    <Table caption="The events of this payout, newest first" columns={EVENT_COLUMNS} rows={rows} />
  );
};

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

/** Of a payout whose driver saves: how much, and why no more. */
function savingsOf(payout: Payout) {
  const { bank_amount, savings_amount, savings_reason } = publicPayout(payout);
  if (payout.savings === undefined) return {};
  const why = savings_reason && ` (${nameInWords(savings_reason).toLowerCase()})`;
  return { Saved: `${exactUsd(savings_amount)}${why ?? ""}`, "To the bank": exactUsd(bank_amount) };
}
