import { createContext, Script } from "node:vm";
import type { Expression } from "./expressions.ts";

export const MAX_MS = 20;
/** Ends a search that takes far too long. It is time: on a busy machine a search gets a tenth of it. */
const LIMIT_MS = 2_000;
const ROUNDS = 3;

const context = createContext({ text: "", expression: /x/ });
const once = new Script("expression.test(text)");
const every = new Script("for (const _ of text.matchAll(expression));");

/** The CPU in milliseconds that a search through the text takes. The least of some rounds has no noise. */
export function cpuOf({ source, flags }: Expression, text: string): number {
  Object.assign(context, { text, expression: new RegExp(source, flags) });
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > MAX_MS; round++) {
    const before = process.cpuUsage();
    try {
      (flags.includes("g") ? every : once).runInContext(context, { timeout: LIMIT_MS });
    } catch {
      // The search was ended: another round would be too.
      round = ROUNDS;
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
