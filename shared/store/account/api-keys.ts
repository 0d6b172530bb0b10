import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { ApiKey } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { remembered } from "../table/remembered.ts";
import { table, tableName } from "../table/table.ts";

const known = remembered<ApiKey>(60_000, 1_000);

/**
 * The key whose text has this hash, as it was at most `cachedMs` before, so a revoked key works for as long.
 * An absent key is not cached, so a new key works at once.
 */
export async function findApiKey(hash: string, now: Date, cachedMs = 0): Promise<ApiKey | undefined> {
  const cached = known.get(hash, now.getTime(), cachedMs);
  if (cached) return cached;

  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.apiKey(hash), ConsistentRead: true }),
  );
  return Item && known.put(hash, ApiKey.parse(Item), now.getTime());
}
