import { Driver, DriverTotals } from "../../domain/driver/driver.ts";
import { driverCreated } from "../../domain/event/driver-events.ts";
import { idBefore } from "../../domain/item/ids.ts";
import { addressOf, type Owner } from "../../domain/item/owner.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { addToDay } from "../table/day-writes.ts";
import { exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { newest, oldest, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { itemsAt } from "../table/reads.ts";
import type { Item, Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { type DriverItems, findDriverItems } from "./driver-items.ts";
import { isTaken, lookupWrites } from "./driver-lookups.ts";

export type DriverWithTotals = Driver & { totals: DriverTotals };

export async function putDriver(owner: Owner, driver: Driver, memory: Write | undefined): Promise<boolean> {
  const conflict = await transactOnce(newDriverWrites(owner, driver), memory);
  return !isTaken(conflict?.found.lookups, driver.id);
}

export const newDriverWrites = (owner: Owner, driver: Driver, sums: Partial<DriverTotals> = {}) => ({
  driver: putNew({ ...keys.driver(owner, driver.id), ...driver }),
  totals: putNew({ ...keys.driverTotals(owner, driver.id), ...sums }),
  count: addToCounts(owner, "drivers", driver.id, { active: 1 }),
  day: addToDay(owner, "drivers", driver.id, { active: 1 }),
  event: emitWrite(owner, driverCreated, driverEventData(driver)),
  lookups: lookupWrites(owner, undefined, driver),
});

/** The data of the event of a driver's last change. They name no person. */
export const driverEventData = ({ id, status, events }: Pick<Driver, "id" | "status" | "events">) => ({
  id,
  object: "driver" as const,
  status,
  sequence: events,
});

export async function findDriver(owner: Owner, id: string): Promise<DriverWithTotals | undefined> {
  const items = await findDriverItems(owner, id);
  return items && withTotals(...items);
}

const withTotals = (profile: Item, totals: Item): DriverWithTotals => ({
  ...Driver.parse(profile),
  totals: DriverTotals.parse(totals),
});

/** Without their sums, by their addresses. Those that exist. */
export async function findDriversToPay(
  places: readonly { owner: Owner; id: string }[],
): Promise<Map<string, Driver>> {
  const addresses = new Map(places.map(({ owner, id }) => [addressOf(owner, id), keys.driver(owner, id)]));
  const items = await itemsAt([...addresses.values()]);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, Driver.parse(item)]));
  return new Map(
    [...addresses].flatMap(([address, { pk, sk }]) => {
      const driver = byKey.get(`${pk} ${sk}`);
      return driver ? [[address, driver] as const] : [];
    }),
  );
}

/** The ids of the drivers to list, both ends included. */
export type DriverRange = { from?: string | undefined; to?: string | undefined };

/** One page of drivers. Each is two items, and `~` is above the key of the second. */
export async function listDrivers(
  owner: Owner,
  { from, to }: DriverRange,
  { limit, starting_after, ending_before }: PageQuery,
): Promise<ResultPage<DriverWithTotals>> {
  const partition = partitionOf("driver", owner);
  let range: Range = { partition, ...(from && { from }), ...(to && { to: `${to}~` }) };
  if (ending_before !== undefined) {
    const { data, has_more } = await pageOf(range, { limit: 2 * limit, ending_before });
    return { data: paired(owner, data).map((pair) => withTotals(...pair)), has_more };
  }
  if (starting_after !== undefined) range = lowered(range, `${idBefore(starting_after)}~`);
  for (;;) {
    const { data: items, has_more } = await newest(range, 2 * limit);
    const data = paired(owner, items).map((pair) => withTotals(...pair));
    // An empty page with `has_more` would give the caller no cursor.
    if (data.length > 0 || !has_more) return { data, has_more };
    range = lowered(range, String(items.at(-1)?.sk));
  }
}

const lowered = (range: Range, to: string): Range =>
  range.to !== undefined && range.to < to ? range : { ...range, to };

/** Fewer than `limit`: there are no more. A driver with one item is being created, and is left out. */
export async function listDriversAfter(
  owner: Owner,
  after: string | undefined,
  limit: number,
): Promise<DriverItems[]> {
  const partition = partitionOf("driver", owner);
  const drivers: DriverItems[] = [];
  let from = after && `${after}~`;
  for (;;) {
    const most = 2 * (limit - drivers.length);
    const items = await oldest({ partition, ...(from && { from }) }, most);
    drivers.push(...paired(owner, items));
    if (drivers.length === limit || items.length < most) return drivers;
    // The last item may be the first half of a driver, so the next read begins at it.
    from = String(items.at(-1)?.sk);
  }
}

/** Matched by id: a query is no snapshot, and may see half of a transaction. */
function paired(owner: Owner, items: readonly Item[]): DriverItems[] {
  const bySk = new Map(items.map((item) => [item.sk, item]));
  return items.flatMap((profile): DriverItems[] => {
    const totals = bySk.get(keys.driverTotals(owner, String(profile.sk)).sk);
    return totals ? [[profile, totals]] : [];
  });
}

export const totalsWrite = (owner: Owner, driverId: string, add: Readonly<Record<string, number>>): Write =>
  change(keys.driverTotals(owner, driverId), { add, when: exists });
