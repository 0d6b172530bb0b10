/**
 * A list. `await` returns its first page. `for await` returns its objects, and fetches pages as needed.
 */
export class Listing<Page extends { data: Item[]; has_more: boolean }, Item extends object>
  implements PromiseLike<Page>, AsyncIterable<Item>
{
  readonly #cursor: keyof Item;
  readonly #page: (after: string | undefined) => Promise<Page>;

  /** `cursor`: the field of an item by which the next page starts. */
  constructor(cursor: keyof Item, page: (after: string | undefined) => Promise<Page>) {
    this.#cursor = cursor;
    this.#page = page;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` on a list returns its first page.
  then<A = Page, B = never>(
    done?: ((page: Page) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return this.#page(undefined).then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    let page = await this.#page(undefined);
    for (;;) {
      yield* page.data;
      const last = page.data.at(-1);
      if (!page.has_more || last === undefined) return;
      page = await this.#page(String(last[this.#cursor]));
    }
  }
}
