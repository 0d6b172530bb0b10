import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Account } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { table, tableName } from "../table/table.ts";

/** Records that the account asks for live access. An expired account is stored again, and expires no more. */
export async function putLiveAccessRequest(account: Account, now: Date): Promise<void> {
  const { keys: _, custom_quota: __, ...own } = account;
  const names = Object.keys(own);
  const kept = names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  await table.send(
    new UpdateCommand({
      TableName: tableName,
      Key: keys.account(account.account_id),
      UpdateExpression: `SET ${kept.join(", ")}, live_access_requested_at = :now REMOVE #ttl`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
        "#ttl": "ttl",
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`:${name}`, value])),
        ":now": now.toISOString(),
      },
    }),
  );
}
