import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
  type BankAccount,
  Driver,
  type DriverPatch,
  DriverTotals,
  MOST_BANK_ACCOUNTS,
} from "../../domain/driver/driver.ts";
import { idBefore } from "../../domain/ids.ts";
import type { Owner } from "../../domain/owner.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { addToCounts, countsIn } from "../table/counts.ts";
import { transactOnce } from "../table/idempotency.ts";
import { newest, oldest, type PageQuery, type ResultPage } from "../table/pages.ts";
import { type Item, putNew, table, tableName, type Write } from "../table/table.ts";
import { adding, setting } from "../table/updates.ts";

/** A driver with its running sums, which stand in the item next to it. */
export type DriverWithTotals = Driver & { totals: DriverTotals };

/** Keeps a new driver and its sums. */
export async function putDriver(owner: Owner, driver: Driver, memory: Write | undefined): Promise<void> {
  const now = new Date(driver.created_at);
  await transactOnce(
    [
      putNew({ ...keys.driver(owner, driver.id), ...driver }),
      putNew(keys.driverTotals(owner, driver.id)),
      addToCounts(owner, "drivers", driver.id, { active: 1 }),
      emitWrite(owner, "driver.created", told(driver), now),
    ],
    memory,
  );
}

/** What events tell of a driver: nothing of the person. */
const told = ({ id, status }: Pick<Driver, "id" | "status">) => ({ id, object: "driver" as const, status });

/** Reads its own writes. One call for the driver and its sums. */
export async function findDriver(owner: Owner, id: string): Promise<DriverWithTotals | undefined> {
  const items = await findDriverItems(owner, id);
  return items && withTotals(...items);
}

/** A driver's two items as they are kept: the profile, and its sums. */
export type DriverItems = [profile: Item, totals: Item];

export async function findDriverItems(owner: Owner, id: string): Promise<DriverItems | undefined> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :profile AND :totals",
      ExpressionAttributeValues: {
        ":pk": partitionOf("driver", owner),
        ":profile": keys.driver(owner, id).sk,
        ":totals": keys.driverTotals(owner, id).sk,
      },
      ConsistentRead: true,
    }),
  );
  const [profile, totals] = Items;
  return profile && totals && [profile, totals];
}

const withTotals = (profile: Item, totals: Item): DriverWithTotals => ({
  ...Driver.parse(profile),
  totals: DriverTotals.parse(totals),
});

/** One page: the newest drivers, those before `starting_after`. */
export async function listDrivers(
  owner: Owner,
  { limit, starting_after }: PageQuery,
): Promise<ResultPage<DriverWithTotals>> {
  const partition = partitionOf("driver", owner);
  let to = starting_after && `${idBefore(starting_after)}~`;
  for (;;) {
    const { data: items, has_more } = await newest({ partition, ...(to && { to }) }, 2 * limit);
    const data = paired(owner, items).map((pair) => withTotals(...pair));
    // A page of nobody would leave the caller without an id to go on after.
    if (data.length > 0 || !has_more) return { data, has_more };
    to = String(items.at(-1)?.sk);
  }
}

/**
 * The next drivers by id, for walks over all of them: fewer than `limit` only where there are no more. Who is half there is left out, and not
 * lost: they are being made at this moment, and have nothing yet, like whoever is made a moment later.
 */
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
    // Again from the last one, which may be the first half of a driver.
    from = String(items.at(-1)?.sk);
  }
}

/**
 * The drivers whose two items are both there, by their ids and not by their places: a query is no snapshot, and may see half of what a
 * transaction writes.
 */
function paired(owner: Owner, items: readonly Item[]): DriverItems[] {
  const bySk = new Map(items.map((item) => [item.sk, item]));
  return items.flatMap((profile): DriverItems[] => {
    const totals = bySk.get(keys.driverTotals(owner, String(profile.sk)).sk);
    return totals ? [[profile, totals]] : [];
  });
}

/** How many drivers there are, exactly. */
export async function countDrivers(owner: Owner): Promise<number> {
  const counts = await countsIn(owner, "drivers");
  return counts.reduce((sum, { active = 0 }) => sum + active, 0);
}

/** Changes the fields that `patch` names, and no other: what others change at the same moment stays. */
export async function putDriverPatch(
  owner: Owner,
  { id, status }: Pick<Driver, "id" | "status">,
  patch: DriverPatch,
  now: Date,
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  await transactOnce(
    [
      {
        Update: {
          TableName: tableName,
          Key: keys.driver(owner, id),
          ConditionExpression: "attribute_exists(pk)",
          ...setting(fields),
        },
      },
      emitWrite(owner, "driver.updated", { ...told({ id, status }), changed: Object.keys(fields) }, now),
    ],
    undefined,
  );
}

/** Adds a bank account, unless the driver has as many as may be: answers whether it was added. */
export async function putBankAccount(
  owner: Owner,
  driverId: string,
  account: BankAccount,
  memory: Write | undefined,
): Promise<boolean> {
  const { id, status } = account;
  const refusal = await transactOnce(
    [
      {
        Update: {
          TableName: tableName,
          Key: keys.driver(owner, driverId),
          UpdateExpression: "SET bank_accounts = list_append(bank_accounts, :account)",
          ConditionExpression: "attribute_exists(pk) AND size(bank_accounts) < :most",
          ExpressionAttributeValues: { ":account": [account], ":most": MOST_BANK_ACCOUNTS },
        },
      },
      emitWrite(
        owner,
        "driver.bank_account.added",
        { id, object: "bank_account", driver_id: driverId, status },
        new Date(account.created_at),
      ),
    ],
    memory,
  );
  return refusal === undefined;
}

/** Adds to a driver's sums, which must be there. It belongs into the transaction of what is summed up. */
export const totalsWrite = (
  owner: Owner,
  driverId: string,
  amounts: Readonly<Record<string, number>>,
): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.driverTotals(owner, driverId),
    ConditionExpression: "attribute_exists(pk)",
    ...adding(amounts),
  },
});
