import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ApiKey, USE_WRITTEN_EVERY_MS } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { deadline, oneShot } from "../table/one-shot.ts";
import { remembered } from "../table/remembered.ts";
import { type Item, table, tableName } from "../table/table.ts";

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

/**
 * Writes that a key is used, unless another function did within the hour. One attempt, within the limiter's
 * deadline.
 */
export async function putKeyUse(key: ApiKey, hash: string, now: Date): Promise<void> {
  // This is the cached record: while it is cached, this environment does not write again.
  key.last_used_at = now.toISOString();
  try {
    await oneShot.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.apiKey(hash),
        UpdateExpression: "SET last_used_at = :now",
        ConditionExpression:
          "attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at <= :before)",
        ExpressionAttributeValues: {
          ":now": key.last_used_at,
          ":before": new Date(now.getTime() - USE_WRITTEN_EVERY_MS).toISOString(),
        },
      }),
      deadline.options(),
    );
    deadline.met();
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    deadline.met();
  }
}

const KEYS_IN_A_CALL = 100;

/** The records of an account's keys. One call reads those that an account may have. */
export async function listApiKeys(hashes: readonly string[]): Promise<ApiKey[]> {
  const found: Item[] = [];
  for (let i = 0; i < hashes.length; i += KEYS_IN_A_CALL) {
    const Keys = hashes.slice(i, i + KEYS_IN_A_CALL).map(keys.apiKey);
    const { Responses = {} } = await table.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
    );
    found.push(...(Responses[tableName] ?? []));
  }
  return found.map((item) => ApiKey.parse(item)).sort((a, b) => (a.key_id < b.key_id ? 1 : -1));
}
