import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { Connection, newConnection } from "../../domain/earnings/connection.ts";
import type { Consent } from "../../domain/earnings/consent.ts";
import { type DailyEarnings, syncEarnings } from "../../domain/earnings/earnings.ts";
import type { Period } from "../../domain/earnings/period.ts";
import type { Owner } from "../../domain/owner.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { Contention, table, tableName, transact, type Write } from "../table/table.ts";
import { consentAnswerWrite } from "./consents.ts";
import { findEarnings } from "./earnings.ts";

/** Where a driver's earnings are read from, or were once. Reads its own writes. */
export async function listConnections(owner: Owner, driverId: string): Promise<Connection[]> {
  const { pk, sk } = keys.connection(owner, driverId, "");
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": pk, ":sk": sk },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => Connection.parse(item));
}

async function findConnection(owner: Owner, driverId: string, platform: string) {
  const Key = keys.connection(owner, driverId, platform);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item && Connection.parse(Item);
}

/** What was read from a platform when the driver allowed it. */
export type Read = { period: Period; rows: readonly DailyEarnings[] };

const ATTEMPTS = 5;

/**
 * Connects a platform because its driver answered so, with the earnings that were read for it: all of it or nothing. Answers whether this
 * call did it, as the question may have been answered before. The driver's sum grows by what is new in the months as they stood when they were
 * read; `syncs` says whether they stand so still, and is therefore read before them.
 */
export async function putConnection(
  consent: Consent,
  state: string,
  read: Read,
  now: Date,
): Promise<boolean> {
  const { driver_id, platform } = consent;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await findConnection(consent, driver_id, platform);
    const kept = await findEarnings(consent, driver_id, read.period);
    const { months, added } = syncEarnings(platform, kept, read.rows);
    const connection = newConnection(platform, before, now);
    const refusal = await transact([
      consentAnswerWrite(state, "connected", now),
      keepConnection(consent, driver_id, connection, before),
      ...months.map((month) =>
        put({ ...keys.earnings(consent, driver_id, month.month, platform), ...month }),
      ),
      changePlatforms(consent, driver_id, "ADD", platform),
      ...(added === 0 ? [] : [totalsWrite(consent, driver_id, { lifetime_earnings: added })]),
      emitWrite(consent, "earnings.platform.connected", told(driver_id, platform, "connected"), now),
      emitWrite(consent, "earnings.synced", { object: "earnings", driver_id, platform, ...read.period }, now),
    ]);
    if (!refusal) return true;
    if (refusal.found[0]) return false;
  }
  throw new Contention("The connection kept changing");
}

const put = (Item: object): Write => ({ Put: { TableName: tableName, Item: { ...Item } } });

const keepConnection = (
  owner: Owner,
  driverId: string,
  connection: Connection,
  before: Connection | undefined,
): Write => ({
  Put: {
    TableName: tableName,
    Item: { ...keys.connection(owner, driverId, connection.platform), ...connection },
    ...(before
      ? {
          ConditionExpression: "syncs = :syncs",
          ExpressionAttributeValues: { ":syncs": before.syncs },
        }
      : { ConditionExpression: "attribute_not_exists(pk)" }),
  },
});

/** What events tell of a connection: where to look, and no figure. */
const told = <Status extends Connection["status"]>(driver_id: string, platform: string, status: Status) => ({
  object: "platform_connection" as const,
  driver_id,
  platform,
  status,
});

/** Ends a connection, and keeps what was read from it: answers whether there was one. */
export async function deleteConnection(
  owner: Owner,
  driverId: string,
  platform: string,
  now: Date,
): Promise<boolean> {
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.connection(owner, driverId, platform),
        UpdateExpression: "SET #status = :disconnected",
        ConditionExpression: "#status = :connected",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":connected": "connected", ":disconnected": "disconnected" },
      },
    },
    changePlatforms(owner, driverId, "DELETE", platform),
    emitWrite(owner, "earnings.platform.disconnected", told(driverId, platform, "disconnected"), now),
  ]);
  return refusal === undefined;
}

const changePlatforms = (
  owner: Owner,
  driverId: string,
  change: "ADD" | "DELETE",
  platform: string,
): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.driver(owner, driverId),
    UpdateExpression: `${change} platforms_connected :platform`,
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":platform": new Set([platform]) },
  },
});
