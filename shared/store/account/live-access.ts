import type { Account } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { tableName, transact } from "../table/table.ts";
import { restoring } from "./keyless-account.ts";

/**
 * Records that the account asks for live access, and asks for the email to the operators. An expired account
 * is stored again, and expires no more.
 */
export async function putLiveAccessRequest(account: Account, now: Date): Promise<void> {
  const { set, remove, names, values } = restoring(account);
  await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.account(account.account_id),
        UpdateExpression: `SET ${set}, live_access_requested_at = :now ${remove}`,
        ConditionExpression: "attribute_not_exists(live_access_requested_at)",
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ":now": now.toISOString() },
      },
    },
    outboxWrite({ kind: "mail", mail: "live_access", account_id: account.account_id }, now),
  ]);
}
