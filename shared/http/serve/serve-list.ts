import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import type { PlatformOperation, Reply } from "../../contract/operation.ts";
import { firstIdAfter, lastIdBefore } from "../../domain/ids.ts";
import type { PageQuery, ResultPage } from "../../store/table/pages.ts";
import type { Input } from "./request.ts";
import type { Result } from "./responses.ts";
import { type Caller, servePlatform } from "./serve-platform.ts";

type ListOperation = PlatformOperation & { query: z.ZodMiniObject; replies: { found: Reply } };

/** An entry of the reply. */
type Shown<O extends ListOperation> =
  z.input<O["replies"]["found"]["schema"]> extends { data: (infer Entry)[] }
    ? Omit<Entry, "livemode">
    : never;

type List<O extends ListOperation, Entry> = {
  /** The object that a cursor must name, in words for the caller. */
  entry: string;
  find: (id: string, input: Input<O>, caller: Caller) => Promise<Entry | undefined>;
  /** Throws a Problem when the object that has the list is missing. */
  require?: (input: Input<O>, caller: Caller) => Promise<unknown>;
  list: (input: Input<O>, caller: Caller) => Promise<ResultPage<Entry> & { total_count?: number }>;
  /** Absent: `list` counts too. */
  count?: (input: Input<O>, caller: Caller) => Promise<number>;
  show: (entry: Entry, input: Input<O>, caller: Caller) => Shown<O> | Promise<Shown<O>>;
  /** Another representation of the list, if the caller asks for it. */
  instead?: (
    list: { data: Shown<O>[]; has_more: boolean },
    input: Input<O>,
    caller: Caller,
  ) => Result | undefined;
};

/** The Lambda handler of an operation that returns a list page by page, newest first. */
export const serveList = <const O extends ListOperation, Entry>(
  op: O,
  { entry, find, require, list, count, show, instead }: List<O, Entry>,
) =>
  servePlatform(op, {
    load: async (input, caller) => {
      const cursor = cursorOf(input.query as Cursors);
      const [found] = await Promise.all([
        cursor === undefined || find(cursor.id, input, caller),
        require?.(input, caller),
      ]);
      if (cursor && !found) throw unknownCursor(cursor.param, entry);
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

/** The object on which the page borders. A list between two of them would need no limit. */
function cursorOf({ starting_after, ending_before }: Cursors) {
  if (starting_after !== undefined && ending_before !== undefined)
    throw new Problem(
      "parameter_invalid",
      "Send `starting_after` or `ending_before`, not both.",
      "ending_before",
    );
  if (ending_before !== undefined) return { param: "ending_before", id: ending_before };
  return starting_after === undefined ? undefined : { param: "starting_after", id: starting_after };
}

const unknownCursor = (param: string, entry: string) =>
  new Problem("parameter_invalid", `\`${param}\` must be the id of ${entry}.`, param);

/** One page of a list that is short enough to be read whole, newest first. */
export function pageOfAll<T>(all: readonly T[], query: PageQuery, entry: string, idOf: (one: T) => string) {
  const cursor = cursorOf(query);
  const at = all.findIndex((one) => idOf(one) === cursor?.id);
  if (cursor && at === -1) throw unknownCursor(cursor.param, entry);
  const newer = cursor?.param === "ending_before";
  const rest = newer ? all.slice(0, at) : all.slice(at + 1);
  return {
    object: "list" as const,
    data: newer ? rest.slice(-query.limit) : rest.slice(0, query.limit),
    has_more: rest.length > query.limit,
    total_count: all.length,
  };
}

type Instants = { created_after?: string | undefined; created_before?: string | undefined };

/** The ids of objects created between two instants. */
export const idsBetween = (prefix: string, { created_after, created_before }: Instants) => ({
  from: created_after && firstIdAfter(prefix, created_after),
  to: created_before && lastIdBefore(prefix, created_before),
});
