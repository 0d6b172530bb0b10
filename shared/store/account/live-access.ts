import type { Account } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { tableName, transact } from "../table/table.ts";

/**
 * Records that the account asks for live access, and asks for the email to the operators. An expired account
 * is stored again, and expires no more.
 */
export async function putLiveAccessRequest(account: Account, now: Date): Promise<void> {
  const { keys: _, custom_quota: __, ...own } = account;
  const names = Object.keys(own);
  const kept = names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.account(account.account_id),
        UpdateExpression: `SET ${kept.join(", ")}, live_access_requested_at = :now REMOVE #ttl`,
        ConditionExpression: "attribute_not_exists(live_access_requested_at)",
        ExpressionAttributeNames: {
          ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
          "#ttl": "ttl",
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`:${name}`, value])),
          ":now": now.toISOString(),
        },
      },
    },
    outboxWrite({ kind: "mail", mail: "live_access", account_id: account.account_id }, now),
  ]);
}
