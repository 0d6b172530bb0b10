import { BatchWriteItemCommand, DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { DynamoDb } from "../../../infra/local/dynamodb/dynamodb.ts";
import { newFolder } from "../../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { newAccount } from "../../../shared/domain/account/account.ts";
import { createDriver } from "../../../shared/domain/driver/driver.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import type { TaxWalk } from "../../../shared/domain/tax/tax-walk.ts";
import { directoryShards, keys, partitionOf } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import { type Cloud, startCloud } from "../cloud/cloud.ts";

type Item = Record<string, unknown>;

/** Opens a data folder's table without the local cloud, which must not be running. */
export async function withTable<T>(
  dataDir: string,
  use: (table: {
    put: (items: Item[]) => Promise<void>;
    read: (pk: string) => Promise<Item[]>;
  }) => Promise<T>,
  create = false,
): Promise<T> {
  const template = new Template(assemblyDir);
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const engine = await DynamoDb.start(dataDir, () => ended());
  const [TableName = ""] = template.ids("AWS::DynamoDB::Table");
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: "us-east-1", credentials });
  const put = async (items: Item[]) => {
    for (let i = 0; i < items.length; i += 25) {
      const requests = items
        .slice(i, i + 25)
        .map((item) => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }));
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }),
      );
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error("Not all items were written");
    }
  };
  const read = async (pk: string) => {
    const items: Item[] = [];
    let ExclusiveStartKey: Parameters<typeof unmarshall>[0] | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": { S: pk } },
          ...(ExclusiveStartKey && { ExclusiveStartKey: ExclusiveStartKey as never }),
        }),
      );
      items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  };
  try {
    if (create) await engine.create(template);
    return await use({ put, read });
  } finally {
    client.destroy();
    engine.stop();
    // Two engines on one file would lock each other out.
    await end;
  }
}

/** The drivers that each walk should emit an event for: `<owner> <driver>`, sorted. */
export type Crowd = { owners: Owner[]; owing: string[]; reported: string[] };

/**
 * Puts accounts with drivers into a new data folder. Every third driver earned enough in the last quarter of
 * 2026 to owe taxes for it. Every other driver was paid exactly the reporting threshold, the rest one cent
 * less.
 */
export async function fillTable(dataDir: string, sizes: readonly [test: number, live: number][]) {
  const crowd: Crowd = { owners: [], owing: [], reported: [] };
  const items: Item[] = [];
  for (const [test, live] of sizes) {
    const now = new Date("2026-02-01T00:00:00Z");
    const account = newAccount({}, now);
    const { account_id } = account;
    const shard = directoryShards[Number.parseInt(account_id.slice(-1), 36) % directoryShards.length] ?? "";
    items.push({ ...keys.account(account_id), ...account }, keys.accountDirectory(shard, account_id));
    for (const owner of [
      { account_id, mode: "test" },
      { account_id, mode: "live" },
    ] as const) {
      crowd.owners.push(owner);
      addDrivers(owner, owner.mode === "test" ? test : live, items, crowd);
    }
  }
  await withTable(dataDir, ({ put }) => put(items), true);
  crowd.owing.sort();
  crowd.reported.sort();
  return crowd;
}

function addDrivers(owner: Owner, count: number, items: Item[], crowd: Crowd): void {
  const name = (id: string) => `${owner.account_id} ${owner.mode} ${id}`;
  for (let i = 0; i < count; i++) {
    const request = { email: `d${i}@example.com`, first_name: "Dee", last_name: String(i) };
    const driver = createDriver(request, new Date(Date.parse("2026-02-01T00:00:00Z") + i));
    const isReported = i % 2 === 0;
    const paid_2026 = isReported ? 200_000 : 199_999;
    items.push({ ...keys.driver(owner, driver.id), ...driver });
    items.push({ ...keys.driverTotals(owner, driver.id), paid_2026 });
    if (isReported) crowd.reported.push(name(driver.id));
    if (i % 3 !== 0) continue;
    const days = [{ day: 9, pay: 3_000_000, tips: 0, miles: 0, count: 1 }];
    const month = { platform: "uber", month: "2026-10", days };
    items.push({ ...keys.earnings(owner, driver.id, "2026-10", "uber"), ...month });
    crowd.owing.push(name(driver.id));
  }
}

/** The drivers in a walk's events, sorted. A duplicate event results in a duplicate entry. */
export const notifiedBy = (dataDir: string, { owners }: Crowd, walk: TaxWalk): Promise<string[]> =>
  withTable(dataDir, async ({ read }) => {
    const drivers: string[] = [];
    for (const owner of owners) {
      for (const { type, body } of await read(partitionOf("event", owner))) {
        if (type !== walk.event) continue;
        const { data } = JSON.parse(String(body));
        drivers.push(`${owner.account_id} ${owner.mode} ${data.driver_id}`);
      }
    }
    return drivers.sort();
  });

/** The two walks of a winter, and the instants at which the schedule starts them. */
export const walks = {
  quarter: {
    at: "2027-01-01T06:00:00Z",
    walk: { event: "tax.quarterly.due", year: 2026, q: "Q4", due: "2027-01-15" },
  },
  forms: { at: "2027-01-15T06:00:00Z", walk: { event: "tax.1099.ready", year: 2026 } },
} as const satisfies Record<string, { at: string; walk: TaxWalk }>;

export const startWalks = (cloud: Cloud, scheduled_at: string): Promise<{ started: string[] }> =>
  cloud.invoke("start-tax-walks", { scheduled_at });

const invocations = async (cloud: Cloud, name: string) => (await cloud.usage())[name]?.invocations ?? 0;

/** Waits until a walk is complete: its queue is empty and its functions have been idle for a while. */
export async function walked(cloud: Cloud, withinMs: number): Promise<void> {
  const queue =
    new Template(assemblyDir).ids("AWS::SQS::Queue").find((id) => /^TaxWalksQueue/.test(id)) ?? "";
  let [before, quietSince] = [-1, 0];
  await eventually(async () => {
    const workers = ["walk-tax-events", "relay-outbox", "relay-events"];
    const counts = await Promise.all(workers.map((name) => invocations(cloud, name)));
    const runs = counts.reduce((sum, count) => sum + count);
    const now = performance.now();
    if (runs !== before || (await cloud.queueLength(queue)) > 0) [before, quietSince] = [runs, now];
    return now - quietSince > 3_000;
  }, withinMs);
}

/** On this clock a killed function's message returns to the queue after 4 s and not after 2 min. */
export const TIME_SCALE = 30;

type Run = { sizes: readonly [number, number][]; killAfter: readonly number[]; withinMs: number };

/**
 * Runs both walks over a crowd. Kills the local cloud and starts it again after each of these numbers of
 * pages. Returns the drivers in the walks' events and the expected ones.
 */
export async function walkAndKill({ sizes, killAfter, withinMs }: Run) {
  const dataDir = newFolder();
  const crowd = await fillTable(dataDir, sizes);
  let cloud = await startCloud({ dataDir, timeScale: TIME_SCALE });
  const { quarter, forms } = walks;
  const started = [await startWalks(cloud, quarter.at), await startWalks(cloud, forms.at)];
  for (const pages of killAfter) {
    const running = cloud;
    await eventually(async () => (await invocations(running, "walk-tax-events")) >= pages, withinMs);
    await cloud.end("SIGKILL");
    cloud = await startCloud({ dataDir, timeScale: TIME_SCALE });
  }
  await walked(cloud, withinMs);
  await cloud.end();
  const notified = {
    owing: await notifiedBy(dataDir, crowd, quarter.walk),
    reported: await notifiedBy(dataDir, crowd, forms.walk),
  };
  return { crowd, notified, started };
}
