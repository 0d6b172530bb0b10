import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../keys/keys.ts";
import { table, tableName, type Write } from "../table/table.ts";

/** The reason why an address gets no more email. */
export type SuppressionReason = "disowned" | "bounced" | "complained";

/**
 * The write that stops email to an address. Any of several reasons is enough, so a later one may replace it.
 */
export const suppressionWrite = (email: string, reason: SuppressionReason, now: Date): Write => ({
  Put: { TableName: tableName, Item: item(email, reason, now) },
});

export async function putSuppression(email: string, reason: SuppressionReason, now: Date): Promise<void> {
  await table.send(new PutCommand({ TableName: tableName, Item: item(email, reason, now) }));
}

/** The address is stored only as a hash, in the key. */
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
