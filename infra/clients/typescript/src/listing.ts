import { formatError, type RawResponse } from "./failures.ts";
import type { RequestOptions } from "./options.ts";
import { networkError, pause, retryAfterMs } from "./reading.ts";
import { responseOf } from "./transport.ts";

/** Where a list that is followed does not say when to ask again. */
const FOLLOW_MS = 10_000;
const MAX_FOLLOW_MS = 86_400_000;

type PageOf<Item> = { data: Item[]; has_more: boolean };

/** Without the filters of a list: their search can stop before the first match, and stay there. */
export type Followed<Params> = Pick<
  Params,
  Extract<keyof Params, "limit" | "ending_before" | "created_after" | "year">
>;

/** The cursor of the page after the one that ends with `last`. */
function cursorAfter<Item>(page: PageOf<Item>, last: Item, field: keyof Item, cursor: string | undefined) {
  const next = last[field];
  if (typeof next === "string" && next !== cursor) return next;
  throw formatError(responseOf(page) as RawResponse, "Its next page starts where this one does.");
}

/** Each object of a list once, the oldest first, and then those to come, until a break or the signal. */
export async function* followList<Item extends object, Params extends { ending_before?: string | undefined }>(
  cursor: keyof Item,
  start: string,
  params: Params,
  options: RequestOptions | undefined,
  read: (query: Params) => PromiseLike<PageOf<Item>>,
): AsyncGenerator<Item, void> {
  const { signal } = options ?? {};
  let ending_before = params.ending_before ?? start;
  for (;;) {
    const page = await read({ limit: 100, ...params, ending_before });
    const [newest] = page.data;
    if (newest) ending_before = cursorAfter(page, newest, cursor, ending_before);
    yield* [...page.data].reverse();
    if (newest && page.has_more) continue;
    const ms = retryAfterMs(responseOf(page)?.headers.get("retry-after") ?? "") || FOLLOW_MS;
    await pause(Math.min(ms, MAX_FOLLOW_MS), signal);
    if (signal?.aborted) throw networkError("The wait for new objects", "canceled", 0, signal.reason);
  }
}

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
      cursor = cursorAfter(page, last, this.#cursor, cursor);
      page = await this.#page({ ...first, [isReversed ? "ending_before" : "starting_after"]: cursor });
    }
  }
}
