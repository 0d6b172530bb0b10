import * as z from "zod/mini";
import { booleanText } from "../domain/text/text.ts";

/** Of a record. */
type Asked = { method?: unknown; scope?: unknown; tag?: unknown };

/** Whether a request may ask what it would do: each write with an API key, in both modes. */
export const takesDryRun = ({ method, scope, tag }: Asked): boolean =>
  method !== "GET" && scope !== undefined && tag !== "Test helpers";

const DryRunQuery = z.strictObject({
  dry_run: booleanText(
    "With `true`, nothing is stored, sent or paid. You get the reply that the request would have now, with the header `Dry-Run: true`, ids that never come to exist, and one field more, `dry_run`: the types of its `events`, its `entries` (type and postings of each balance transaction) and the kinds of its `emails`.",
    false,
  ),
});

/** The whole query of an operation. No write has parameters of its own. */
export const queryOf = (op: Asked & { query?: z.ZodMiniObject }): z.ZodMiniObject | undefined =>
  op.query ?? (takesDryRun(op) ? DryRunQuery : undefined);
