import { exactUsd, grouped } from "../../domain/money/cents.ts";
import type { BatchResult, PayoutBatch } from "../../domain/payout/payout-batch.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, Empty, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, StateBadge, withCode } from "../list/cells.tsx";
import { listPage, plural } from "../list/list-page.tsx";
import { type ListPlace, Pages, Table, Tabs } from "../list/table.tsx";

/** A payout as its company asked for it, and what became of it. */
export type BatchItem = BatchResult & { index: number; payout: Readonly<Record<string, unknown>> };

type BatchProps = { batch: PayoutBatch; items: readonly BatchItem[]; place: ListPlace };

export const batchPage = (shown: Shown, { batch, items, place }: BatchProps): Result => {
  const list = `/developers/payouts/${shown.mode}`;
  const { total, created, rejected } = batch;
  return dashboardPage(
    shown,
    "Payout batch",
    <>
      <Strip
        of={{
          Payouts: grouped(total),
          Made: grouped(created),
          Rejected: grouped(rejected),
          "Not tried yet": grouped(total - created - rejected),
        }}
      />
      <Part
        id="items"
        title="Payouts of the batch"
        aside={rejected > 0 && <a href={`${place.path}?format=csv`}>CSV of the rejected ones</a>}
      >
        <Tabs place={place} name="result" label="Result" tabs={RESULTS} />
        {items.length === 0 ? (
          <Empty title="No payout has this result">
            <p>A batch is made within minutes.</p>
          </Empty>
        ) : (
          <Table
            caption="Payouts in the order of the request"
            columns={COLUMNS}
            rows={items.map(rowOf(list))}
          />
        )}
        <Pages place={place} />
      </Part>
    </>,
    {
      above: [`${list}/batches`, "Batches"],
      id: batch.id,
      badge: <BatchState batch={batch} />,
      lead: (
        <>
          Sent <Ago at={batch.created_at} />. Correct the rejected ones and send a new batch.
        </>
      ),
    },
  );
};

const RESULTS = [
  [undefined, "All"],
  ["rejected", "Rejected"],
  ["created", "Made"],
] as const;

const COLUMNS = [
  ["#", "r"],
  ["Result", "p3"],
  ["Amount", "amt p2"],
  ["Why, or which payout", "w t p1"],
  ["Driver", "x"],
] as const;

const rowOf =
  (list: string) =>
  ({ index, payout, payout_id, problem }: BatchItem) => [
    String(index + 1),
    <StateBadge kind={payout_id ? "ok" : problem ? "bad" : "wait"}>
      {payout_id ? "Made" : problem ? "Rejected" : "Waiting"}
    </StateBadge>,
    typeof payout.amount === "number" && Number.isInteger(payout.amount) ? exactUsd(payout.amount) : "–",
    payout_id ? (
      <a href={`${list}/${payout_id}`}>
        <code>{payout_id}</code>
      </a>
    ) : (
      withCode(problem?.message ?? "Not tried yet")
    ),
    typeof payout.driver_id === "string" ? <Id id={payout.driver_id.slice(0, 40)} /> : "–",
  ];

const BatchState = ({ batch: { status, rejected } }: { batch: PayoutBatch }) =>
  status === "processing" ? (
    <StateBadge kind="wait">Processing</StateBadge>
  ) : rejected > 0 ? (
    <StateBadge kind="warn">{`${grouped(rejected)} rejected`}</StateBadge>
  ) : (
    <StateBadge kind="ok">Completed</StateBadge>
  );

export const batchesPage = (shown: Shown, batches: readonly PayoutBatch[], place: ListPlace): Result =>
  listPage(shown, "Batches", {
    place,
    noun: "batch",
    columns: LIST_COLUMNS,
    caption: "Batches that were completed in the last 30 days, newest first",
    rows: batches.map((batch) => [
      <a href={`/developers/payouts/${shown.mode}/batches/${batch.id}`}>{plural(batch.total, "payout")}</a>,
      <BatchState batch={batch} />,
      grouped(batch.created),
      <Id id={batch.id} />,
      <Ago at={batch.created_at} />,
    ]),
    empty: <p>Your keys make them, with up to 500 payouts. Those of 30 days are listed.</p>,
    above: [`/developers/payouts/${shown.mode}`, "Payouts"],
  });

const LIST_COLUMNS = [
  ["Batch", "w p1"],
  ["Result", "p3"],
  ["Made", "r p2 l"],
  ["ID", ""],
  ["Sent", "r p4"],
] as const;
