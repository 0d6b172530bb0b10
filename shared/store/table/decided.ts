import { transactOnce } from "./idempotency.ts";
import { Contention, type Item, type Write } from "./table.ts";

/** The decision on an item: its next state, and the answer once that is written. */
export type Decided<After, Answer> = { after: After; answer: Answer; memory?: Write | undefined };

const ATTEMPTS = 6;

/**
 * Writes the decision on `current`. If another writer was faster, the condition failure returns the item as
 * it is now, and `decide` runs again on that. Undefined: the item no longer exists, or `decide` returned
 * nothing, which writes nothing.
 */
export async function writeDecided<State, Answer>(
  current: State,
  decide: (current: State) => Decided<State, Answer> | undefined,
  { writes, parse }: { writes: (before: State, after: State) => Write[]; parse: (item: Item) => State },
): Promise<Answer | undefined> {
  for (let before = current, attempt = 0; attempt < ATTEMPTS; attempt++) {
    const decided = decide(before);
    if (!decided) return undefined;
    const { after, answer, memory } = decided;
    const conflict = await transactOnce(writes(before, after), memory);
    if (!conflict) return answer;
    const [found] = conflict.found;
    if (!found) return undefined;
    before = parse(found);
  }
  throw new Contention("Others kept changing the item");
}
