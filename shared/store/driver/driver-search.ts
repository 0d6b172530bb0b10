import { Driver, DriverTotals } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys, lookupsOf } from "../keys/keys.ts";
import { idsIn, type PageQuery, type ResultPage } from "../table/pages.ts";
import { itemsAt } from "../table/reads.ts";
import { fitting } from "../table/reply-size.ts";
import { lookupText } from "./driver-lookups.ts";
import type { DriverRange, DriverWithTotals } from "./drivers.ts";

export type DriverFilter = DriverRange & {
  email?: string | undefined;
  external_id?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
};

/** One page, and the exact number. Reads an id for each match, and whole drivers for the page. */
export async function searchDrivers(
  owner: Owner,
  filter: DriverFilter,
  { limit, starting_after, ending_before }: PageQuery,
): Promise<ResultPage<DriverWithTotals> & { total_count: number }> {
  const ids = (await idsOf(owner, filter)).filter(
    (id) => id >= (filter.from ?? "") && id <= (filter.to ?? "~"),
  );
  const rest = ids.filter((id) => id < (starting_after ?? "~") && id > (ending_before ?? ""));
  // Those next to the cursor come first.
  const nearest = ending_before === undefined ? rest : rest.reverse();
  const drivers = await findDrivers(owner, nearest.slice(0, limit));
  const data = fitting(drivers);
  const has_more = rest.length > limit || data.length < drivers.length;
  return { data: ending_before === undefined ? data : data.reverse(), has_more, total_count: ids.length };
}

/** Newest first. */
async function idsOf(owner: Owner, { email, external_id, metadata = {} }: DriverFilter): Promise<string[]> {
  const texts = [
    ...(email === undefined ? [] : [lookupText.email(email)]),
    ...Object.entries(metadata).map(lookupText.metadata),
  ];
  const sets = await Promise.all([
    ...texts.map((text) => idsIn({ partition: lookupsOf(owner, text) })),
    ...(external_id === undefined ? [] : [idWith(owner, external_id)]),
  ]);
  const [first = [], ...others] = sets.map((ids) => [...ids].sort().reverse());
  const known = others.map((ids) => new Set(ids));
  return first.filter((id) => known.every((ids) => ids.has(id)));
}

async function idWith(owner: Owner, externalId: string): Promise<string[]> {
  const [item] = await itemsAt([keys.externalId(owner, externalId)]);
  return item ? [String(item.driver_id)] : [];
}

export async function findDrivers(owner: Owner, ids: readonly string[]): Promise<DriverWithTotals[]> {
  const items = await itemsAt(ids.flatMap((id) => [keys.driver(owner, id), keys.driverTotals(owner, id)]));
  const bySk = new Map(items.map((item) => [item.sk, item]));
  return ids.flatMap((id) => {
    const profile = bySk.get(id);
    const totals = bySk.get(keys.driverTotals(owner, id).sk);
    return profile && totals ? [{ ...Driver.parse(profile), totals: DriverTotals.parse(totals) }] : [];
  });
}
