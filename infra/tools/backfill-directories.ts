import { type DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { hashOfEmail, type Key, keys, prefixOf } from "../../shared/store/keys/keys.ts";
import { runOnTable } from "./run-on-table.ts";

type Item = Readonly<Record<string, unknown>>;

const AT_ONCE = 16;

/** A row of a directory, and the attribute of its item that must not change before the row is written. */
type Row = { row: Key & Item; unchanged: string };

/** How far a backfill has got. `resume`: where another run can continue; undefined at the end. */
export type Progress = { read: number; added: number; resume: string | undefined };

/**
 * Writes the directories' rows of partners, waitlist entries and live signups that an earlier release wrote,
 * or changed during a deployment. It scans the table, which no function may, so it runs with the operator's
 * own credentials. Repeating it is safe: a row that is right stays, and an item that changes meanwhile has
 * its row from the function that changed it.
 */
export async function* backfillDirectories(
  client: DynamoDBClient,
  TableName: string,
  resume?: string,
): AsyncGenerator<Progress> {
  const table = DynamoDBDocumentClient.from(client);
  const pages = paginateScan(
    { client: table, ...(resume && { startingToken: placeOf(resume) }) },
    {
      TableName,
      FilterExpression:
        "begins_with(pk, :waitlist) OR (begins_with(pk, :partner) AND attribute_exists(email)) OR (begins_with(pk, :signup) AND #mode = :live)",
      ExpressionAttributeNames: { "#mode": "mode" },
      ExpressionAttributeValues: {
        ":waitlist": prefixOf("waitlist"),
        ":partner": prefixOf("partner"),
        ":signup": prefixOf("signup"),
        ":live": "live",
      },
    },
  );
  const progress: Progress = { read: 0, added: 0, resume };
  for await (const { Items = [], ScannedCount = 0, LastEvaluatedKey } of pages) {
    for (let i = 0; i < Items.length; i += AT_ONCE) {
      const some = Items.slice(i, i + AT_ONCE).map((item) => isAdded(table, TableName, item));
      progress.added += (await Promise.all(some)).filter(Boolean).length;
    }
    progress.read += ScannedCount;
    progress.resume = LastEvaluatedKey && `${LastEvaluatedKey.pk} ${LastEvaluatedKey.sk}`;
    yield { ...progress };
  }
}

/** No part of a key has a space. */
function placeOf(resume: string): Key {
  const [pk = "", sk = ""] = resume.split(" ");
  return { pk, sk };
}

function rowOf(item: Item): Row {
  const [pk, email] = [String(item.pk), String(item.email)];
  if (pk.startsWith(prefixOf("waitlist")))
    return { row: keys.waitlistDirectory(hashOfEmail(email)), unchanged: "email" };
  if (pk.startsWith(prefixOf("partner")))
    return { row: keys.partnerDirectory(hashOfEmail(email), String(item.partner_id)), unchanged: "email" };
  const { status, ttl } = item;
  const key = keys.signupDirectory(String(item.created_at), String(item.signup_id));
  return { row: { ...key, status, ...(ttl !== undefined && { ttl }) }, unchanged: "status" };
}

/** Returns whether the row was missing or outdated, and is right now. */
async function isAdded(table: DynamoDBDocumentClient, TableName: string, item: Item): Promise<boolean> {
  const { row, unchanged } = rowOf(item);
  const Key = { pk: row.pk, sk: row.sk };
  const { Item: found } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (found && found.status === row.status && found.ttl === row.ttl) return false;
  const guard = {
    TableName,
    Key: { pk: item.pk, sk: item.sk },
    ConditionExpression: "#unchanged = :unchanged",
    ExpressionAttributeNames: { "#unchanged": unchanged },
    ExpressionAttributeValues: { ":unchanged": item[unchanged] },
  };
  try {
    await table.send(
      new TransactWriteCommand({
        TransactItems: [{ ConditionCheck: guard }, { Put: { TableName, Item: row } }],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

if (import.meta.main)
  await runOnTable("backfill:directories -- TABLE [PLACE]", async (client, table, resume) => {
    for await (const { read, added, resume: next } of backfillDirectories(client, table, resume)) {
      const rest = next ? `. To continue here, give "${next}" after the table` : ". Nothing is left";
      process.stdout.write(`${added} rows were written for ${read} items${rest}\n`);
    }
  });
