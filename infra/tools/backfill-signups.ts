import { type DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { erasedAt } from "../../shared/domain/signup/signup.ts";
import { keys, prefixOf } from "../../shared/store/keys/keys.ts";
import { runOnTable } from "./run-on-table.ts";

/**
 * Gives live signups from before the retention rule their day of erasure, and disowned ones the status
 * `declined`. It scans the table, which no function may, so it runs with the operator's own credentials.
 * Repeating it is safe: a signup that changed meanwhile is left to the next run.
 */
export async function backfillSignups(client: DynamoDBClient, TableName: string): Promise<number> {
  const table = DynamoDBDocumentClient.from(client);
  const pages = paginateScan(
    { client: table },
    {
      TableName,
      FilterExpression:
        "begins_with(pk, :signup) AND #mode = :live AND attribute_not_exists(expires_at) AND (#status = :initiated OR (attribute_exists(disowned) AND #status = :joined))",
      ExpressionAttributeNames: { "#mode": "mode", "#status": "status" },
      ExpressionAttributeValues: {
        ":signup": prefixOf("signup"),
        ":live": "live",
        ":initiated": "initiated",
        ":joined": "waitlist_joined",
      },
    },
  );
  let changed = 0;
  for await (const { Items = [] } of pages)
    for (const item of Items) if (await backfill(table, TableName, item)) changed++;
  return changed;
}

async function backfill(table: DynamoDBDocumentClient, TableName: string, item: Record<string, unknown>) {
  const { signup_id, email, status, disowned, created_at } = item as Record<string, string>;
  const expiresAt = erasedAt(disowned ?? created_at ?? "");
  const change = {
    TableName,
    UpdateExpression: "SET #status = :to, expires_at = :expires, #ttl = :ttl",
    ExpressionAttributeNames: { "#status": "status", "#ttl": "ttl" },
    ConditionExpression: "#status = :from AND signup_id = :id AND attribute_not_exists(expires_at)",
    ExpressionAttributeValues: {
      ":from": status,
      ":id": signup_id,
      ":to": disowned === undefined ? status : "declined",
      ":expires": expiresAt,
      ":ttl": Math.ceil(Date.parse(expiresAt) / 1000),
    },
  };
  try {
    await table.send(
      new TransactWriteCommand({
        TransactItems: [
          { Update: { ...change, Key: keys.signup(signup_id ?? "") } },
          { Update: { ...change, Key: keys.signupEmail(email ?? "") } },
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
  await runOnTable("backfill:signups -- TABLE", async (client, table) => {
    const changed = await backfillSignups(client, table);
    process.stdout.write(`${changed} signups got a day of erasure\n`);
  });
