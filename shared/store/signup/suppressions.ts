import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../keys/keys.ts";
import { table, tableName, type Write } from "../table/table.ts";

/** Why an address gets no more mail: its owner said so, or the mail system did. */
export type SuppressionReason = "disowned" | "bounced" | "complained";

/** The write that keeps an address from getting mail. The first reason stands or the last one does: either is enough. */
export const suppressionWrite = (email: string, reason: SuppressionReason, now: Date): Write => ({
  Put: { TableName: tableName, Item: item(email, reason, now) },
});

export async function putSuppression(email: string, reason: SuppressionReason, now: Date): Promise<void> {
  await table.send(new PutCommand({ TableName: tableName, Item: item(email, reason, now) }));
}

/** Of the address itself only its hash is kept, in the key. */
const item = (email: string, reason: SuppressionReason, now: Date) => ({
  ...keys.suppression(email),
  reason,
  since: now.toISOString(),
});

export async function isSuppressed(email: string): Promise<boolean> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.suppression(email), ConsistentRead: true }),
  );
  return Item !== undefined;
}
