import { type DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { KEYLESS_SECONDS } from "../../shared/domain/account/account.ts";
import { directoryShardOf, keys, prefixOf } from "../../shared/store/keys/keys.ts";
import { runOnTable } from "./run-on-table.ts";

/** An account gets `keys` with its first key. An operator's change of its standing keeps it for good. */
const KEYLESS =
  "attribute_not_exists(#keys) AND attribute_not_exists(#ttl) AND tier = :starter AND verified = :no AND attribute_not_exists(custom_quota)";
const names = { "#keys": "keys", "#ttl": "ttl" };
const values = { ":starter": "starter", ":no": false };

/**
 * Gives accounts from before decision 0048 that never got a key their expiry, and removes their rows from the
 * directory. It scans the table, which no function may, so it runs with the operator's own credentials.
 * Repeating it is safe: an account that gets a key meanwhile stays as it is.
 */
export async function backfillAccounts(client: DynamoDBClient, TableName: string): Promise<number> {
  const table = DynamoDBDocumentClient.from(client);
  const pages = paginateScan(
    { client: table },
    {
      TableName,
      FilterExpression: `begins_with(pk, :account) AND attribute_exists(account_id) AND ${KEYLESS}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ":account": prefixOf("account") },
    },
  );
  let changed = 0;
  for await (const { Items = [] } of pages)
    for (const { account_id, created_at } of Items)
      if (await backfill(table, TableName, String(account_id), String(created_at))) changed++;
  return changed;
}

async function backfill(table: DynamoDBDocumentClient, TableName: string, id: string, createdAt: string) {
  try {
    await table.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName,
              Key: keys.account(id),
              UpdateExpression: "SET #ttl = :ttl",
              ConditionExpression: `attribute_exists(pk) AND ${KEYLESS}`,
              ExpressionAttributeNames: names,
              ExpressionAttributeValues: {
                ...values,
                ":ttl": Math.ceil(Date.parse(createdAt) / 1000) + KEYLESS_SECONDS,
              },
            },
          },
          { Delete: { TableName, Key: keys.accountDirectory(directoryShardOf(id), id) } },
        ],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

if (import.meta.main)
  await runOnTable("backfill:accounts -- TABLE", async (client, table) => {
    const changed = await backfillAccounts(client, table);
    process.stdout.write(`${changed} accounts without a key got an expiry\n`);
  });
