import { isEqual } from "../../domain/item/patch.ts";
import { transactOnce } from "./idempotency.ts";
import { Contention, type Item, type Write, type NamedWrites } from "./table.ts";

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

type Writing<State> = {
  /** `item`: of the state, with the item that it found instead. */
  writes: (before: State, after: State) => NamedWrites & { item: Write };
  parse: (item: Item) => State;
  /** A change to the values that are stored writes nothing. */
  onlyIfChanged?: true;
};

/** Again on the item that another writer left. Undefined: it is gone, or `decide` returned nothing. */
export async function writeDecided<State, Answer>(
  current: State,
  decide: (current: State) => Decided<State, Answer> | undefined,
  { writes, parse, onlyIfChanged }: Writing<State>,
): Promise<Answer | undefined> {
  let before = current;
  return untilWritten(async () => {
    const decided = decide(before);
    if (!decided) return { answer: undefined };
    const { after, answer, memory } = decided;
    if (onlyIfChanged && !memory && isEqual(before, after)) return { answer };
    const conflict = await transactOnce(writes(before, after), memory);
    if (!conflict) return { answer };
    if (!conflict.found.item) return { answer: undefined };
    before = parse(conflict.found.item);
    return undefined;
  });
}
