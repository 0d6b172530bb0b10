import { checkSync } from "recheck";
import type { Expression } from "./expressions.ts";

/** Its JavaScript build: package.json replaces its binaries, of 50 MB, by empty packages. */
process.env.RECHECK_SYNC_BACKEND = "pure";

export type Attack = { prefix: string; pump: string; suffix: string };

/** Without one, an expression's work at each place of the text is bounded by its own length. */
const REPEATS = /[*+]|\{\d+,\d*\}/;
/** It is time, not CPU. Nearly all searches end within 0.1 s on an idle machine. */
const LONGEST_SEARCH_MS = 10_000;

/** Texts that may keep the expression busy. `recheck` proves that none does, names one, or gives up. */
export function attacksOn({ source, flags }: Expression, timeout = LONGEST_SEARCH_MS): Attack[] {
  if (!REPEATS.test(source)) return [];
  const result = checkSync(source, flags, { timeout });
  if (result.status === "safe") return [];
  if (result.status === "unknown") return guesses(source);
  const { pumps, suffix } = result.attack;
  const pump = pumps.map((part) => part.prefix + part.pump).join("");
  // Where it has several pumps, they also take turns.
  return [...pumps, { prefix: "", pump }].map(({ prefix, pump }) => ({ prefix, pump, suffix }));
}

/** Characters of the expression, and pairs of them, again and again, without a matching end. */
function guesses(source: string): Attack[] {
  const written = source.replaceAll(/\\[a-zA-Z]|[()[\]{}|^$?]/g, "");
  const characters = [...new Set(written)].slice(0, 8);
  const pumps = characters.flatMap((first) => [first, ...characters.map((second) => first + second)]);
  return [...pumps, "a", "0", " "].map((pump) => ({ prefix: written.slice(0, 1), pump, suffix: "\0" }));
}
