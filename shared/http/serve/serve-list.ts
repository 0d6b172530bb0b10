import type * as z from "zod/mini";
import { invalid } from "../../contract/errors.ts";
import { canFollow, type PlatformOperation, type Reply } from "../../contract/operation.ts";
import { followAfter, horizonOf } from "../../domain/item/horizon.ts";
import { firstIdAfter, instantOf, lastIdBefore } from "../../domain/item/ids.ts";
import type { PageQuery, ResultPage } from "../../store/table/pages.ts";
import { timeScale } from "../../store/table/time-scale.ts";
import type { Input } from "./request.ts";
import type { Result } from "./responses.ts";
import { type Caller, servePlatform } from "./serve-platform.ts";

type ListOperation = PlatformOperation & { query: z.ZodMiniObject; replies: { found: Reply } };

type Shown<O extends ListOperation> =
  z.input<O["replies"]["found"]["schema"]> extends { data: (infer Entry)[] }
    ? Omit<Entry, "livemode">
    : never;

type List<O extends ListOperation, Entry> = {
  require?: (input: Input<O>, caller: Caller) => Promise<unknown>;
  list: (input: Input<O>, caller: Caller) => Promise<ResultPage<Entry> & { total_count?: number }>;
  /** Absent: `list` counts too. */
  count?: (input: Input<O>, caller: Caller) => Promise<number>;
  show: (entry: Entry, input: Input<O>, caller: Caller) => Shown<O> | Promise<Shown<O>>;
  instead?: (
    list: { data: Shown<O>[]; has_more: boolean },
    input: Input<O>,
    caller: Caller,
  ) => Result | undefined;
};

/** Newest first. A cursor is a place in the list, which outlives the object: an id has its time in it. */
export const serveList = <const O extends ListOperation, Entry>(
  op: O,
  { require, list, count, show, instead }: List<O, Entry>,
) =>
  servePlatform(op, {
    load: async (input, caller) => {
      requireOneCursor(input.query as Cursors);
      await require?.(input, caller);
    },
    answer: async (input, { reply, ...caller }) => {
      const [{ data: entries, total_count: listed, ...page }, counted] = await Promise.all([
        list(input, caller),
        count?.(input, caller),
      ]);
      const shown = await Promise.all(entries.map((entry) => show(entry, input, caller)));
      const data = withoutYoung(shown, input.query as Cursors, caller.now);
      // An empty page has no cursor to continue with: a caller who asked again would begin anew, for ever.
      const has_more = page.has_more && data.length > 0 && data.length === shown.length;
      const total_count = counted ?? listed;
      const body = reply("found", { object: "list", data, has_more, total_count } as never);
      const result = instead?.({ data, has_more }, input, caller) ?? body;
      const { ending_before } = input.query as Cursors;
      const sent = Object.entries(input.query).flatMap(([name, value]) => (value === undefined ? [] : name));
      if (has_more || ending_before === undefined || !canFollow(op, sent)) return result;
      return { ...result, headers: { ...result.headers, "retry-after": String(followAfter(timeScale())) } };
    },
  });

type Cursors = { starting_after?: string | undefined; ending_before?: string | undefined };

/** A list between two cursors would need no limit. */
function requireOneCursor({ starting_after, ending_before }: Cursors): void {
  if (starting_after === undefined || ending_before === undefined) return;
  throw invalid("Send `starting_after` or `ending_before`, not both.", "ending_before");
}

/**
 * Of a page that is read towards the newest: a younger object may still get an older neighbour, which the
 * caller's next page would miss. Each settlement follows the one before, and a batch gets no more items.
 */
function withoutYoung<T>(data: readonly T[], { ending_before }: Cursors, now: Date): T[] {
  if (ending_before === undefined) return [...data];
  const horizon = horizonOf(now, timeScale());
  return data.filter((entry) => {
    const { id, index, connected_at = "" } = entry as { id?: string; index?: number; connected_at?: string };
    if (id === undefined) return connected_at <= horizon.toISOString();
    return index !== undefined || instantOf(id) <= horizon;
  });
}

/** `placeOf`: of an entry, newest first; `placeAt`: of a cursor, whether or not its object is in the list. */
function pageOfAll<T>(
  entries: readonly T[],
  query: PageQuery,
  placeOf: (item: T) => string,
  placeAt: (cursor: string) => string = (id) => id,
) {
  requireOneCursor(query);
  const { limit, starting_after, ending_before } = query;
  const isWithin = (place: string) =>
    (starting_after === undefined || place < placeAt(starting_after)) &&
    (ending_before === undefined || place > placeAt(ending_before));
  const rest = entries
    .filter((item) => isWithin(placeOf(item)))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return {
    object: "list" as const,
    data: ending_before === undefined ? rest.slice(0, limit) : rest.slice(-limit),
    has_more: rest.length > limit,
    total_count: entries.length,
  };
}

/** The same of a list that callers may follow. */
export const followedPage = <T>(
  entries: readonly T[],
  query: PageQuery,
  now: Date,
  ...places: [placeOf: (item: T) => string, placeAt?: (cursor: string) => string]
) => ({ ...pageOfAll(withoutYoung(entries, query, now), query, ...places), total_count: entries.length });

type Instants = { created_after?: string | undefined; created_before?: string | undefined };

export const idsBetween = (prefix: string, { created_after, created_before }: Instants) => ({
  from: created_after && firstIdAfter(prefix, created_after),
  to: created_before && lastIdBefore(prefix, created_before),
});
