import * as z from "zod/mini";
import { EntryId } from "../../../domain/ledger/entry.ts";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { SettlementParams, SettlementShape, settlementExample } from "./settlement-shapes.ts";

export const getSettlementOperation = operation({
  name: "get-settlement",
  method: "GET",
  path: "/v1/settlements/{date}",
  tag: "Balance",
  summary: "Get a day's settlement",
  description:
    'The frozen statement of one day, in UTC. It is ready soon after 02:00 UTC of the next day, and never changes. A day without a movement has none. With `Accept: text/csv`, the response is the day\'s movements as CSV, oldest first, a line for each posting: `entries_sha256` is the hash of these bytes. A day with more than 5,000 transactions comes in parts: a `Link` header with `rel="next"` has the address of the next one. Only the first part has the names of the columns, and the hash is of all parts together.',
  params: SettlementParams,
  query: z.strictObject({
    starting_after: z.optional(
      note(z.clone(EntryId), "Of the CSV, the part after this transaction: the last one of the part before."),
    ),
  }),
  replies: {
    found: {
      status: 200,
      description: "The settlement.",
      schema: SettlementShape,
      alsoAs: "text/csv",
      example: settlementExample,
    },
  },
  scope: "payments:read",
  access: { settlement: ["query"], entry: ["query"] },
  // As CSV, plus one read unit per 4 KB of transactions.
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
