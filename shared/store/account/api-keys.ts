import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { ApiKey } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { table, tableName } from "../table/table.ts";

/** So long may a key work after it was revoked, in an environment that knew it. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MOST = 1_000;
const remembered = new Map<string, { key: ApiKey; until: number }>();

/**
 * The key whose text has this hash, or undefined. One read, remembered by this environment for a minute; that there is none
 * is not remembered, so that a new key works at once.
 */
export async function findApiKey(hash: string, now: Date): Promise<ApiKey | undefined> {
  const known = remembered.get(hash);
  // Also by when it was read: a clock that steps back must not lengthen the minute.
  if (known && known.until > now.getTime() && known.until - REMEMBERED_MS <= now.getTime()) return known.key;
  remembered.delete(hash);

  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.apiKey(hash), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const key = ApiKey.parse(Item);
  if (remembered.size >= REMEMBERED_MOST) remembered.clear();
  remembered.set(hash, { key, until: now.getTime() + REMEMBERED_MS });
  return key;
}
