import { transactOnce } from "./idempotency.ts";
import { Contention, type Item, type Write } from "./table.ts";

/** What follows from an item as it was read, and what to answer once it is written. */
export type Decided<After, Answer> = { after: After; answer: Answer; memory?: Write | undefined };

const ATTEMPTS = 6;

/**
 * Writes what `decide` makes of `current`. Whoever was faster is no failure: the refusal of the first write shows what stands there
 * now, and the decision is made again on that. Undefined when nothing stands there any more.
 */
export async function writeDecided<State, Answer>(
  current: State,
  decide: (current: State) => Decided<State, Answer>,
  { writes, parse }: { writes: (before: State, after: State) => Write[]; parse: (item: Item) => State },
): Promise<Answer | undefined> {
  for (let before = current, attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { after, answer, memory } = decide(before);
    const refusal = await transactOnce(writes(before, after), memory);
    if (!refusal) return answer;
    const [found] = refusal.found;
    if (!found) return undefined;
    before = parse(found);
  }
  throw new Contention("Others kept changing the item");
}
