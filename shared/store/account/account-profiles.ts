import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { AccountProfile } from "../../domain/account/account-profile.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys } from "../keys/keys.ts";
import { table, tableName, write } from "../table/table.ts";
import { setting } from "../table/updates.ts";

/** A consistent read. An account without a profile has an empty one. */
export async function findAccountProfile(owner: Owner): Promise<AccountProfile> {
  const { Item = {} } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.accountProfile(owner), ConsistentRead: true }),
  );
  return AccountProfile.parse(Item);
}

/** Changes only the given fields, so simultaneous changes of other fields are not lost. */
export async function putAccountProfile(
  owner: Owner,
  changes: Partial<Record<keyof AccountProfile, unknown>>,
): Promise<void> {
  await write({
    Update: { TableName: tableName, Key: keys.accountProfile(owner), ...setting(changes) },
  });
}
