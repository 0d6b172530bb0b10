import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import type { PlatformOperation, Reply } from "../../contract/operation.ts";
import { firstIdAfter, lastIdBefore } from "../../domain/ids.ts";
import type { ResultPage } from "../../store/table/pages.ts";
import type { Input } from "./request.ts";
import type { Result } from "./responses.ts";
import { type Caller, servePlatform } from "./serve-platform.ts";

type ListOperation = PlatformOperation & { query: z.ZodMiniObject; replies: { found: Reply } };

/** An entry of the reply. */
type Shown<O extends ListOperation> =
  z.input<O["replies"]["found"]["schema"]> extends { data: (infer Entry)[] } ? Entry : never;

type List<O extends ListOperation, Entry> = {
  /** The object that `starting_after` must name, in words for the caller. */
  entry: string;
  find: (id: string, input: Input<O>, caller: Caller) => Promise<Entry | undefined>;
  /** Throws a Problem when the object that has the list is missing. */
  require?: (input: Input<O>, caller: Caller) => Promise<unknown>;
  list: (input: Input<O>, caller: Caller) => Promise<ResultPage<Entry>>;
  count: (input: Input<O>, caller: Caller) => Promise<number>;
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
      const { starting_after: start } = input.query as { starting_after?: string };
      const [found] = await Promise.all([
        start === undefined || find(start, input, caller),
        require?.(input, caller),
      ]);
      if (!found) throw unknownStart(entry);
    },
    answer: async (input, { reply, ...caller }) => {
      const [{ data: entries, has_more }, total_count] = await Promise.all([
        list(input, caller),
        count(input, caller),
      ]);
      const data = await Promise.all(entries.map((entry) => show(entry, input, caller)));
      const found = reply("found", { object: "list", data, has_more, total_count } as never);
      return instead?.({ data, has_more }, input, caller) ?? found;
    },
  });

const unknownStart = (entry: string) =>
  new Problem("parameter_invalid", `\`starting_after\` must be the id of ${entry}.`, "starting_after");

type Instants = { created_after?: string | undefined; created_before?: string | undefined };

/** The ids of objects created between two instants. */
export const idsBetween = (prefix: string, { created_after, created_before }: Instants) => ({
  from: created_after && firstIdAfter(prefix, created_after),
  to: created_before && lastIdBefore(prefix, created_before),
});
