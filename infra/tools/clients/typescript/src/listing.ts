/**
 * A list. `await` returns its first page. `for await` returns its objects, and fetches pages as needed.
 */
export class Listing<Page extends { data: Item[]; has_more: boolean }, Item>
  implements PromiseLike<Page>, AsyncIterable<Item>
{
  readonly #page: (after: string | undefined) => Promise<Page>;

  constructor(page: (after: string | undefined) => Promise<Page>) {
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
      const last = page.data.at(-1) as { id?: string } | undefined;
      if (!page.has_more || last?.id === undefined) return;
      page = await this.#page(last.id);
    }
  }
}
