import type * as z from "zod/mini";
import type { Fields } from "../contract/operators/command.ts";
import type { ListNoun, listViews } from "../contract/operators/look-commands.ts";
import type { Circumstances, RunAnswer } from "./serve/command-run.ts";

/** Lists what an operator may see of a noun. */
export type List<Noun extends ListNoun> = (
  input: z.output<(typeof listViews)[Noun]["input"]>,
  circumstances: Circumstances,
) => Promise<RunAnswer>;

/** The result pages of lists. */
export const PAGE = 100;

/** `last`: the place at which `--after` continues the list. */
export const listAnswer = (count: string, data: readonly Fields[], last: string | undefined): RunAnswer => ({
  ok: true,
  message: last ? `${count}, and more: continue with --after ${last}` : count,
  data,
  ...(last && { next: { after: last } }),
});
