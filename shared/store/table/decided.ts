import { transactOnce } from "./idempotency.ts";
import { Contention, type Item, type Write } from "./table.ts";

const ATTEMPTS = 6;

/** Again while other writers are faster: an attempt then returns nothing. The one limit of attempts. */
export async function untilWritten<Answer>(
  attempt: (nth: number) => Promise<{ answer: Answer } | undefined>,
  givesUp: () => Error = () => new Contention("Others kept changing what the write depends on"),
): Promise<Answer> {
  for (let nth = 0; nth < ATTEMPTS; nth++) {
    const done = await attempt(nth);
    if (done) return done.answer;
  }
  throw givesUp();
}

export type Decided<After, Answer> = { after: After; answer: Answer; memory?: Write | undefined };

/** Again on the item that another writer left. Undefined: it is gone, or `decide` returned nothing. */
export async function writeDecided<State, Answer>(
  current: State,
  decide: (current: State) => Decided<State, Answer> | undefined,
  { writes, parse }: { writes: (before: State, after: State) => Write[]; parse: (item: Item) => State },
): Promise<Answer | undefined> {
  let before = current;
  return untilWritten(async () => {
    const decided = decide(before);
    if (!decided) return { answer: undefined };
    const { after, answer, memory } = decided;
    const conflict = await transactOnce(writes(before, after), memory);
    if (!conflict) return { answer };
    const [found] = conflict.found;
    if (!found) return { answer: undefined };
    before = parse(found);
    return undefined;
  });
}
