import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { WaitlistEntry } from "../../domain/signup/waitlist.ts";
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
