import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { type Key, keys } from "../keys/keys.ts";
import { table, tableName, type Write } from "../table/table.ts";
import { hashMailbox, hashSpelling, type MailboxHashes } from "./mailboxes.ts";

/** The reason why a mailbox gets no more email. */
export type SuppressionReason = "disowned" | "bounced" | "complained";

/**
 * The writes that stop email to a mailbox. Any of several reasons is enough, so a later one may replace it.
 * There is one for each value of the secret: another environment may not have read the newest value yet.
 */
export const suppressionWrites = (mailbox: MailboxHashes, reason: SuppressionReason, now: Date): Write[] =>
  mailbox.map((hash) => ({ Put: { TableName: tableName, Item: item(hash, reason, now) } }));

/**
 * A bounce suppresses one spelling only. A host without tags bounces `ana+tag@`, and a stranger can type that
 * to stop the email to `ana@`.
 */
export async function putSuppression(email: string, reason: SuppressionReason, now: Date): Promise<void> {
  for (const hash of await (reason === "bounced" ? hashSpelling(email) : hashMailbox(email)))
    await table.send(new PutCommand({ TableName: tableName, Item: item(hash, reason, now) }));
}

const item = (hash: string, reason: SuppressionReason, now: Date) => ({
  ...keys.suppressedMailbox(hash),
  reason,
  since: now.toISOString(),
});

/** Items of earlier versions have the hash of the exact address, and still count. */
export async function isSuppressed(email: string): Promise<boolean> {
  const hashes = new Set([...(await hashMailbox(email)), ...(await hashSpelling(email))]);
  const known = [keys.suppression(email), ...[...hashes].map(keys.suppressedMailbox)];
  return (await Promise.all(known.map(exists))).includes(true);
}

async function exists(Key: Key): Promise<boolean> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item !== undefined;
}
