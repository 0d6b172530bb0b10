import { missing } from "../../contract/errors.ts";
import type { PayoutBatch } from "../../domain/payout/payout-batch.ts";
import { csvFile } from "../../http/serve/csv.ts";
import type { Result } from "../../http/serve/responses.ts";
import { listEvents } from "../../store/event/events.ts";
import { findBatchItems, findPayoutBatch } from "../../store/payout/payout-batches.ts";
import { wholeListOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { type BatchItem, batchesPage, batchPage } from "./batch-pages.tsx";

const SHOWN_BATCHES = 20;

/** By their events: a batch in progress is a page of its own, and soon in this list. */
export async function showBatches({ shown, owner, query, now }: DashboardRequest): Promise<Result> {
  const page = await listEvents(owner, { type: "payment.batch.completed" }, { limit: SHOWN_BATCHES }, now);
  const ids = page.data.map(({ data }) => String((data as { id?: unknown }).id));
  const batches = await Promise.all(ids.map((id) => findPayoutBatch(owner, id)));
  const known = batches.filter((batch): batch is PayoutBatch => batch !== undefined);
  return batchesPage(shown, known, wholeListOf({ shown, query }));
}

const SHOWN_ITEMS = 50;

/** A batch has at most 500 payouts, so all are read, and its file has each that was rejected. */
export async function showBatch({ shown, owner, params, query }: DashboardRequest): Promise<Result> {
  const batch = await findPayoutBatch(owner, params.id ?? "");
  if (!batch) throw missing(`Your account has no such ${owner.mode} batch.`);
  const items = await findBatchItems(owner, batch);
  if (shown.csvDay !== undefined) return rejectedFile(batch, items);
  const chosen = query.get("result");
  const filtered = items.filter(({ payout_id, problem }) =>
    chosen === "rejected" ? problem : chosen === "created" ? payout_id : true,
  );
  const from = Math.max(0, Number(/^\d{1,3}$/.exec(query.get("before") ?? "")?.[0] ?? 0));
  const last = from + SHOWN_ITEMS;
  return batchPage(shown, {
    batch,
    items: filtered.slice(from, last),
    place: {
      path: shown.path,
      query,
      older: last < filtered.length ? String(last) : undefined,
    },
  });
}

const FIELDS = [
  "driver_id",
  "amount",
  "currency",
  "tip_amount",
  "method",
  "bank_account_id",
  "description",
  "idempotency_key",
  "metadata",
];

/** The requests with their errors, by the API's names: corrected, each row is a payout of the next batch. */
const rejectedFile = (batch: PayoutBatch, items: readonly BatchItem[]): Result =>
  csvFile<Record<string, string | number>>({
    file: `rejected-${batch.id}.csv`,
    columns: ["number", "code", "param", "message", ...FIELDS],
    rows: items.flatMap(({ index, payout, problem }) =>
      problem
        ? [
            {
              number: index + 1,
              code: problem.code,
              param: problem.param ?? "",
              message: problem.message,
              ...Object.fromEntries(FIELDS.map((name) => [name, cellOf(payout[name])])),
            },
          ]
        : [],
    ),
  });

const cellOf = (value: unknown): string | number =>
  typeof value === "number" || typeof value === "string"
    ? value
    : value === undefined
      ? ""
      : JSON.stringify(value);
