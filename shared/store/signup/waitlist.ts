import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { WaitlistEntry } from "../../domain/signup/waitlist.ts";
import { keys } from "../keys/keys.ts";
import { table, tableName } from "../table/table.ts";

/** Puts the entry. The first entry of an address stays. */
export async function putWaitlistEntry(entry: WaitlistEntry): Promise<void> {
  try {
    await table.send(
      new PutCommand({
        TableName: tableName,
        Item: { ...keys.waitlist(entry.email), ...entry },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export async function findWaitlistEntry(email: string): Promise<WaitlistEntry | undefined> {
  const Key = keys.waitlist(email);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item && WaitlistEntry.parse(Item);
}
