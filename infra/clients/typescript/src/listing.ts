import { formatError, type RawResponse } from "./failures.ts";
import { responseOf } from "./transport.ts";

/**
 * A list, and the promise of its first page. `for await` returns its objects, and fetches pages as needed.
 * With `ending_before`, it fetches the previous pages and returns the objects in reverse.
 */
export class Listing<Page extends { data: Item[]; has_more: boolean }, Item extends object>
  implements Promise<Page>, AsyncIterable<Item>
{
  readonly [Symbol.toStringTag] = "Listing";
  readonly #cursor: keyof Item;
  readonly #query: object;
  readonly #page: (query: object) => Promise<Page>;
  #first: Promise<Page> | undefined;

  /** `cursor`: the field of an item by which the next page starts. `query`: that of the first page. */
  constructor(cursor: keyof Item, query: object, page: (query: object) => Promise<Page>) {
    this.#cursor = cursor;
    this.#query = query;
    this.#page = page;
  }

  /** The first page, which is requested once. */
  #start(): Promise<Page> {
    this.#first ??= this.#page(this.#query);
    return this.#first;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` on a list returns its first page.
  then<A = Page, B = never>(
    done?: ((page: Page) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(done, failed);
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page | B> {
    return this.#start().catch(failed);
  }

  finally(done?: (() => void) | null): Promise<Page> {
    return this.#start().finally(done);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    const first: { ending_before?: string; starting_after?: string } = this.#query;
    const isReversed = first.ending_before !== undefined;
    let page = await this.#start();
    let cursor = first.starting_after ?? first.ending_before;
    for (;;) {
      const items = isReversed ? [...page.data].reverse() : page.data;
      yield* items;
      const last = items.at(-1);
      if (!page.has_more || last === undefined) return;
      const next = last[this.#cursor];
      if (typeof next !== "string" || next === cursor)
        throw formatError(responseOf(page) as RawResponse, "Its next page starts where this one does.");
      cursor = next;
      page = await this.#page({ ...first, [isReversed ? "ending_before" : "starting_after"]: next });
    }
  }
}
