import { KeptRequest } from "../../domain/account/kept-request.ts";
import { firstIdAfter, instantOf } from "../../domain/item/ids.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { type ItemFields, present } from "../table/expressions.ts";
import { type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { findItem } from "../table/reads.ts";
import type { Item } from "../table/table.ts";
import { REQUESTS_KEPT_SECONDS } from "./failure-writes.ts";

const SEARCH = { among: 5_000, most: 5_000 };

/** Where requests are kept: by failures, by events, and by writes without an event. */
const prefixes = ["fail_", "evt_", "made_"] as const;

export const keptPlace = /^(?:fail|evt|made)_([0-9a-hjkmnp-tv-z]{26})$/;

const partitionFor = (prefix: string, owner: Owner) =>
  partitionOf(prefix === "evt_" ? "event" : "failure", owner);

const oldestOf = (prefix: string, now: Date) =>
  firstIdAfter(prefix, new Date(now.getTime() - REQUESTS_KEPT_SECONDS * 1000).toISOString());

function itemsWith(prefix: string, owner: Owner, where: ItemFields, query: PageQuery, now: Date) {
  const isSearch = Object.keys(where).length > 0;
  const range = {
    partition: partitionFor(prefix, owner),
    from: oldestOf(prefix, now),
    to: `${prefix}~`,
    ...(isSearch && { where }),
  };
  return pageOf(range, query, isSearch ? SEARCH : undefined);
}

/** Only failed requests have a code. */
type KeptFilter = Partial<Record<"method" | "route" | "request_id" | "code", string>>;

/** An event's item has the request in a map. */
const whereOf = (prefix: string, filter: KeptFilter): ItemFields =>
  prefix === "evt_"
    ? {
        req: present,
        ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`req.${name}`, value])),
      }
    : filter;

type KeptQuery = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined };

/** Those that failed or wrote, newest first. A place in the list is the id without its prefix. */
export async function listKeptRequests(
  owner: Owner,
  filter: KeptFilter,
  { limit, ...cursor }: KeptQuery,
  now: Date,
  only: readonly (typeof prefixes)[number][] = prefixes,
): Promise<ResultPage<KeptRequest>> {
  const isBackwards = cursor.ending_before !== undefined;
  const pages = await Promise.all(
    only.map((prefix) => {
      const ends = Object.entries(cursor).map(([name, place]) => [name, place && prefix + place]);
      const query = { limit, ...Object.fromEntries(ends) };
      return itemsWith(prefix, owner, whereOf(prefix, filter), query, now);
    }),
  );
  const merged = pages
    .flatMap(({ data }) => data.map(keptRequestIn))
    .sort((a, b) => (keptPlaceOf(a) < keptPlaceOf(b) ? 1 : -1));
  const data = isBackwards ? merged.slice(-limit) : merged.slice(0, limit);
  return { data, has_more: merged.length > limit || pages.some(({ has_more }) => has_more) };
}

export const keptPlaceOf = ({ id }: Pick<KeptRequest, "id">): string => id.slice(-26);

/** The item of a kept request, or of an event that has one. */
export const keptRequestIn = ({ req, ...item }: Item): KeptRequest =>
  KeptRequest.parse(
    req ? { ...item, ...req, id: item.sk, at: instantOf(String(item.sk)).toISOString() } : item,
  );

/** By its place in the list, which its page has in its address. */
export async function findKeptRequest(owner: Owner, id: string, now: Date): Promise<KeptRequest | undefined> {
  const prefix = prefixes.find((prefix) => id.startsWith(prefix));
  if (!prefix || !keptPlace.test(id) || id < oldestOf(prefix, now)) return undefined;
  const item = await findItem(prefix === "evt_" ? keys.event(owner, id) : keys.failure(owner, id));
  return item && (prefix !== "evt_" || item.req) ? keptRequestIn(item) : undefined;
}
