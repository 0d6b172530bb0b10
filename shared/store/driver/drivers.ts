import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
  type BankAccount,
  changesOf,
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

/** A driver with its running sums, which are in the next item. */
export type DriverWithTotals = Driver & { totals: DriverTotals };

/** Puts a new driver and its sums. */
export async function putDriver(owner: Owner, driver: Driver, memory: Write | undefined): Promise<void> {
  const now = new Date(driver.created_at);
  await transactOnce(
    [
      putNew({ ...keys.driver(owner, driver.id), ...driver }),
      putNew(keys.driverTotals(owner, driver.id)),
      addToCounts(owner, "drivers", driver.id, { active: 1 }),
      emitWrite(owner, "driver.created", eventData(driver), now),
    ],
    memory,
  );
}

/** The data of a driver's events. They name no person. */
const eventData = ({ id, status }: Pick<Driver, "id" | "status">) => ({
  id,
  object: "driver" as const,
  status,
});

/** A consistent read of the driver and its sums, in one call. */
export async function findDriver(owner: Owner, id: string): Promise<DriverWithTotals | undefined> {
  const items = await findDriverItems(owner, id);
  return items && withTotals(...items);
}

/** A driver's two items: the profile and the sums. */
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
    // An empty page with `has_more` would give the caller no cursor.
    if (data.length > 0 || !has_more) return { data, has_more };
    to = String(items.at(-1)?.sk);
  }
}

/**
 * The next drivers by id, for walks over all of them. Fewer than `limit` means that there are no more. A
 * driver with one item is left out: it is being created now, and has nothing to report yet.
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
    // The last item may be the first half of a driver, so the next read begins at it.
    from = String(items.at(-1)?.sk);
  }
}

/**
 * The drivers that have both items, matched by id. A query is no snapshot, and may see half of a transaction.
 */
function paired(owner: Owner, items: readonly Item[]): DriverItems[] {
  const bySk = new Map(items.map((item) => [item.sk, item]));
  return items.flatMap((profile): DriverItems[] => {
    const totals = bySk.get(keys.driverTotals(owner, String(profile.sk)).sk);
    return totals ? [[profile, totals]] : [];
  });
}

/** The exact number of drivers. */
export async function countDrivers(owner: Owner): Promise<number> {
  const counts = await countsIn(owner, "drivers");
  return counts.reduce((sum, { active = 0 }) => sum + active, 0);
}

/** Changes only the fields that `patch` names, so simultaneous changes of other fields are not lost. */
export async function putDriverPatch(
  owner: Owner,
  { id, status }: Pick<Driver, "id" | "status">,
  patch: DriverPatch,
  now: Date,
): Promise<void> {
  const fields = changesOf(patch);
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
      emitWrite(owner, "driver.updated", { ...eventData({ id, status }), changed: Object.keys(fields) }, now),
    ],
    undefined,
  );
}

/** Adds a bank account. Returns false when the driver has the maximum. */
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

/** Adds to a driver's sums, which must exist, in the transaction of the change. */
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
