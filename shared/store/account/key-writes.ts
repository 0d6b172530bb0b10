import type { Account } from "../../domain/account/account.ts";
import type { Standing } from "../../domain/account/standing.ts";
import { keys } from "../keys/keys.ts";
import { tableName, type Write } from "../table/table.ts";

/**
 * The condition that an account's standing is still this one. A key has a copy of it. The names of its values
 * start with `mark`, because an update can have new values of the same fields.
 */
export const unchanged = ({ custom_quota, suspended }: Standing, mark = ":") =>
  `tier = ${mark}tier AND verified = ${mark}verified AND ${custom_quota ? `custom_quota = ${mark}quota` : "attribute_not_exists(custom_quota)"} AND attribute_${suspended ? "" : "not_"}exists(suspended)`;

/** The values that the condition `unchanged` compares. */
export const unchangedValues = ({ tier, verified, custom_quota }: Standing, mark = ":") => ({
  [`${mark}tier`]: tier,
  [`${mark}verified`]: verified,
  ...(custom_quota && { [`${mark}quota`]: custom_quota }),
});

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
      ...unchangedValues(before),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});
