import type { Account } from "../../domain/account/account.ts";
import type { Standing } from "../../domain/account/standing.ts";
import { keys } from "../keys/keys.ts";
import { tableName, type Write } from "../table/table.ts";

/** The condition that an account's standing is still this one. A key has a copy of it. */
export const unchanged = ({ custom_quota, suspended }: Standing) =>
  `tier = :tier AND verified = :verified AND ${custom_quota ? "custom_quota = :quota" : "attribute_not_exists(custom_quota)"} AND attribute_${suspended ? "" : "not_"}exists(suspended)`;

/**
 * The write of an account's list of keys. It fails if another writer changed it, or the standing, of which a
 * key has a copy. It then returns the account.
 */
export const keysWrite = (before: Account, { keys: after = [] }: Account): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.account(before.account_id),
    UpdateExpression: "SET #keys = :after",
    ConditionExpression: `#keys = :before AND ${unchanged(before)}`,
    ExpressionAttributeNames: { "#keys": "keys" },
    ExpressionAttributeValues: {
      ":before": before.keys ?? [],
      ":after": after,
      ":tier": before.tier,
      ":verified": before.verified,
      ...(before.custom_quota && { ":quota": before.custom_quota }),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});
