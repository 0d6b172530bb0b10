import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { type Payout, PayoutStatus } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, Empty, NoMatch } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, PayoutState } from "../list/cells.tsx";
import { Filters, Pages, type ListPlace, Table, Tabs } from "../list/table.tsx";

export const SHOWN_PAYOUTS = 20;

type PayoutsProps = {
  payouts: readonly Payout[];
  names: ReadonlyMap<string, string>;
  count: number;
  paid: number | undefined;
  place: ListPlace;
};

export const payoutsPage = (shown: Shown, props: PayoutsProps): Result => {
  const { payouts, names, count, paid, place } = props;
  return dashboardPage(
    shown,
    "Payouts",
    <>
      <Tabs
        place={place}
        name="status"
        label="Status"
        tabs={[
          [undefined, "All"],
          ...PayoutStatus.options.map((status) => [status, nameInWords(status)] as const),
        ]}
      />
      <Filters
        place={place}
        filters={[
          ["Created", "days"],
          ["Driver", "text", "driver"],
        ]}
        count={`${grouped(count)} ${count === 1 ? "payout" : "payouts"}${
          paid === undefined ? "" : ` · ${exactUsd(paid)} paid to drivers, after fees and refunds`
        }`}
      />
      {payouts.length === 0 ? (
        <Nothing shown={shown} isFiltered={place.query.size > 0} />
      ) : (
        <Table
          caption="Payouts, newest first"
          list={{ name: "payouts", place }}
          columns={COLUMNS}
          rows={payouts.map((payout) => [
            <Amount payout={payout} />,
            <StateWithReason payout={payout} />,
            <a href={`/developers/payouts/${shown.mode}/${payout.id}`}>
              <bdi>{names.get(payout.driver_id) ?? "Deleted driver"}</bdi>
            </a>,
            payout.tip_amount === undefined ? "" : exactUsd(payout.tip_amount),
            nameInWords(payout.method),
            <Id id={payout.id} />,
            <Ago at={payout.created_at} />,
          ])}
        />
      )}
      <Pages place={place} of={{ rows: payouts.length, size: SHOWN_PAYOUTS, count }} />
    </>,
  );
};

const COLUMNS = [
  ["Amount", "amt p2"],
  ["Status", "p3"],
  ["Driver", "w p1"],
  ["Tips", "amt"],
  ["Method", ""],
  ["Payout", ""],
  ["Created", "r p4"],
] as const;

/** One that moved no money, or whose money came back, is struck through. */
const MOVED_NOTHING: readonly Payout["status"][] = ["failed", "canceled", "refunded"];

export const Amount = ({ payout: { amount, status } }: { payout: Payout }) => {
  const Kind = MOVED_NOTHING.includes(status) ? "s" : "span";
  return <Kind>{exactUsd(amount)}</Kind>;
};

export const StateWithReason = ({ payout: { status, failure_code, refund_reason } }: { payout: Payout }) => (
  <>
    <PayoutState status={status} />{" "}
    {failure_code && <small class="failed">{nameInWords(failure_code)}</small>}
    {refund_reason && <small>{nameInWords(refund_reason)}</small>}
  </>
);

const Nothing = ({ shown, isFiltered }: { shown: Shown; isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title="No payout matches" all="Show all payouts" href={`/developers/payouts/${shown.mode}`} />
  ) : (
    <Empty title={`No ${shown.mode} payout yet`}>
      <p>
        {shown.mode === "test" ? (
          <>
            <a href="/developers/playground/test">Pay a driver in the playground</a>, or with your test key.
          </>
        ) : (
          "Live payouts need a bank. The service has to connect one."
        )}
      </p>
    </Empty>
  );
