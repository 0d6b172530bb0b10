import type * as z from "zod/mini";
import { invalid } from "../../contract/errors.ts";
import type { PlatformOperation, Reply } from "../../contract/operation.ts";
import { firstIdAfter, lastIdBefore } from "../../domain/ids.ts";
import type { PageQuery, ResultPage } from "../../store/table/pages.ts";
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
      // An empty page has no cursor to continue with: a caller who asked again would begin anew, for ever.
      const has_more = page.has_more && entries.length > 0;
      const total_count = counted ?? listed;
      const data = await Promise.all(entries.map((entry) => show(entry, input, caller)));
      const found = reply("found", { object: "list", data, has_more, total_count } as never);
      return instead?.({ data, has_more }, input, caller) ?? found;
    },
  });

type Cursors = { starting_after?: string | undefined; ending_before?: string | undefined };

/** A list between two cursors would need no limit. */
function requireOneCursor({ starting_after, ending_before }: Cursors): void {
  if (starting_after === undefined || ending_before === undefined) return;
  throw invalid("Send `starting_after` or `ending_before`, not both.", "ending_before");
}

/** `placeOf`: of an entry, newest first; `placeAt`: of a cursor, whether or not its object is in the list. */
export function pageOfAll<T>(
  all: readonly T[],
  query: PageQuery,
  placeOf: (one: T) => string,
  placeAt: (cursor: string) => string = (id) => id,
) {
  requireOneCursor(query);
  const { limit, starting_after, ending_before } = query;
  const isWithin = (place: string) =>
    (starting_after === undefined || place < placeAt(starting_after)) &&
    (ending_before === undefined || place > placeAt(ending_before));
  const rest = all.filter((one) => isWithin(placeOf(one))).sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return {
    object: "list" as const,
    data: ending_before === undefined ? rest.slice(0, limit) : rest.slice(-limit),
    has_more: rest.length > limit,
    total_count: all.length,
  };
}

type Instants = { created_after?: string | undefined; created_before?: string | undefined };

export const idsBetween = (prefix: string, { created_after, created_before }: Instants) => ({
  from: created_after && firstIdAfter(prefix, created_after),
  to: created_before && lastIdBefore(prefix, created_before),
});
