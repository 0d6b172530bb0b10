import type { Fields } from "../contract/operators/command.ts";
import type { RunAnswer } from "./serve/command-run.ts";

/** The result pages of lists. */
export const PAGE = 100;

/** `last`: the place at which `--after` continues the list. */
export const listAnswer = (found: string, data: readonly Fields[], last: string | undefined): RunAnswer => ({
  ok: true,
  message: last ? `${found}, and more: continue with --after ${last}` : found,
  data,
  ...(last && { next: { after: last } }),
});
