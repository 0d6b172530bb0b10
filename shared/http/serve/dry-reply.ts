import { takesDryRun } from "../../contract/dry-run.ts";
import type { Operation } from "../../contract/operation.ts";
import { prefixOf } from "../../store/keys/keys.ts";
import { withoutStoring } from "../../store/table/dry-run.ts";
import type { Item, Write } from "../../store/table/table.ts";
import type { Result } from "./responses.ts";

export const isDry = (op: Operation, { query }: { query: unknown }): boolean =>
  takesDryRun(op) && (query as { dry_run: boolean }).dry_run;

/** The reply that the request would get, with what it would cause. Nothing is stored. */
export async function answeredDry(answer: () => Promise<Result>): Promise<Result> {
  const { result, writes } = await withoutStoring(answer);
  const dry_run = effectsOf(writes);
  return {
    ...result,
    headers: { ...result.headers, "dry-run": "true" },
    body: JSON.stringify({ ...JSON.parse(result.body ?? "{}"), dry_run }),
  };
}

/** What a request would cause, by its writes. */
export function effectsOf(writes: readonly Write[]) {
  const items = writes.flatMap(({ Put }) => (Put?.Item ? [Put.Item as Item] : []));
  const of = (noun: "event" | "entry" | "outbox") =>
    items.filter(({ pk }) => String(pk).startsWith(prefixOf(noun)));
  return {
    events: of("event").map(({ type }) => type),
    entries: of("entry").map(({ type, postings }) => ({ type, postings })),
    emails: of("outbox").flatMap(({ kind, mail }) => (kind === "mail" ? [mail] : [])),
  };
}
