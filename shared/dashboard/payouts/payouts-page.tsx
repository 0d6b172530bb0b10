import type { Driver } from "../../domain/driver/driver.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import { type Payout, PayoutStatus } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField } from "../../pages/layout/form-fields.tsx";
import { payFields } from "../calls/driver-fields.ts";
import { BodyFields } from "../calls/fields.tsx";
import { fullNameOf } from "../drivers/drivers-page.tsx";
import { Dialog } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, PayoutState } from "../list/cells.tsx";
import { listPage, statusTabs } from "../list/list-page.tsx";
import type { ListPlace } from "../list/table.tsx";

export const SHOWN_PAYOUTS = 20;

type PayoutsProps = {
  payouts: readonly Payout[];
  names: ReadonlyMap<string, string>;
  count: number;
  paid: number | undefined;
  place: ListPlace;
  /** Whom the page offers to pay: the newest drivers. */
  payees: readonly Driver[];
};

export const payoutsPage = (shown: Shown, props: PayoutsProps): Result => {
  const { payouts, names, count, paid, place, payees } = props;
  return listPage(shown, "Payouts", {
    place,
    noun: "payout",
    count,
    size: SHOWN_PAYOUTS,
    caption: "Payouts, newest first",
    ...(paid !== undefined && { counted: `${exactUsd(paid)} paid to drivers, after fees and refunds` }),
    tabs: statusTabs(PayoutStatus.options),
    filters: [
      ["Created", "days"],
      ["Driver", "text", "driver"],
    ],
    columns: payoutColumns("Driver"),
    rows: payouts.map((payout) => payoutRow(shown, payout, names.get(payout.driver_id) ?? "Deleted driver")),
    file: payouts.map(fileRow),
    empty: (
      <p>
        {shown.mode === "test"
          ? "The payouts that you make here or with a test key are listed."
          : "Live payouts need a bank. The service has to connect one."}
      </p>
    ),
    actions: (
      <>
        <a class="button second" href={`${place.path}/batches`}>
          Batches
        </a>
        {payees.length > 0 && <Pay list={place.path} payees={payees} />}
      </>
    ),
  });
};

const Pay = ({ list, payees }: Pick<PayoutsProps, "payees"> & { list: string }) => (
  <Dialog action={`${list}/create`} label="Pay a driver" button="Pay now">
    <p>No money moves. These are your newest drivers.</p>
    <SelectField
      name="driver"
      label="Driver"
      options={payees.map((driver) => [driver.id, fullNameOf(driver)] as const)}
    />
    <BodyFields of={payFields} />
  </Dialog>
);

/** For accounting: each fact of a payout is a column, by the API's name, and amounts are in dollars. */
function fileRow(payout: Payout): Record<string, string | number> {
  const { object: _, sequence: __, expected_at, submitted_at, return_code, ...fields } = publicPayout(payout);
  const values = { ...fields, expected_at, submitted_at, return_code };
  const cells = Object.entries(values).map(([name, value]) => {
    const isAmount = /(^|_)(amount|fee)$|^fee_refunded$/.test(name);
    const text = typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "");
    return [name, isAmount ? (Number(value) / 100).toFixed(2) : text] as const;
  });
  return Object.fromEntries(cells);
}

/** `by`: what the link of a row says. */
export const payoutColumns = (by: "Driver" | "Method") =>
  [
    ["Amount", "amt p2"],
    ["Status", "p3"],
    [by, "w p1"],
    ["Tips", "amt"],
    ["Fee", "r"],
    ["Method", ""],
    ["Payout", ""],
    ["Created", "r p4"],
  ] as const;

export const payoutRow = ({ mode }: Shown, payout: Payout, text: string) => [
  <Amount payout={payout} />,
  <StateWithReason payout={payout} />,
  <a href={`/developers/payouts/${mode}/${payout.id}`}>
    <bdi>{text}</bdi>
  </a>,
  payout.tip_amount === undefined ? "" : exactUsd(payout.tip_amount),
  exactUsd(payout.fee),
  // Without a value in any row, a column is left out.
  nameInWords(payout.method) !== text && nameInWords(payout.method),
  <Id id={payout.id} />,
  <Ago at={payout.created_at} />,
];

/** One that moved no money, or whose money came back, is struck through. */
const MOVED_NOTHING: readonly Payout["status"][] = ["failed", "canceled", "refunded"];

const Amount = ({ payout: { amount, status } }: { payout: Payout }) => {
  const Kind = MOVED_NOTHING.includes(status) ? "s" : "span";
  return <Kind>{exactUsd(amount)}</Kind>;
};

const StateWithReason = ({ payout: { status, failure_code, refund_reason } }: { payout: Payout }) => (
  <>
    <PayoutState status={status} />{" "}
    {failure_code && <small class="failed">{nameInWords(failure_code)}</small>}
    {refund_reason && <small>{nameInWords(refund_reason)}</small>}
  </>
);
