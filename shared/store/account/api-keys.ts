import { ApiKey, USE_WRITTEN_EVERY_MS } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { absent, atMost, either, exists, orAbsent } from "../table/expressions.ts";
import { updateInTime } from "../table/one-shot.ts";
import { findAs, findBatch } from "../table/reads.ts";
import { remembered } from "../table/remembered.ts";
import type { Item } from "../table/table.ts";
import { change } from "../table/writes.ts";

const known = remembered<ApiKey>(60_000, 1_000);

/** As it was at most `cachedMs` before. An absent key is not cached, so a new key works at once. */
export async function findApiKey(hash: string, now: Date, cachedMs = 0): Promise<ApiKey | undefined> {
  const cached = known.get(hash, now.getTime(), cachedMs);
  if (cached) return cached;

  const key = await findAs(keys.apiKey(hash), ApiKey);
  return key && known.put(hash, key, now.getTime());
}

type Use = { network: string; isIdempotent: boolean };

/** Whether a use is to be written: the first in an hour, and the first ever with an idempotency key. */
const isNews = ({ last_used_at, idempotent_at }: ApiKey, { isIdempotent }: Use, now: Date): boolean =>
  !last_used_at ||
  now.getTime() - Date.parse(last_used_at) >= USE_WRITTEN_EVERY_MS ||
  (isIdempotent && !idempotent_at);

/** At most once an hour, and at the first idempotency key, in one attempt. */
export async function putKeyUse(key: ApiKey, hash: string, use: Use, now: Date): Promise<void> {
  if (!isNews(key, use, now)) return;
  // This is the cached record: while it is cached, this environment does not write again.
  key.last_used_at = now.toISOString();
  const before = new Date(now.getTime() - USE_WRITTEN_EVERY_MS).toISOString();
  const isDue = { ...exists, last_used_at: orAbsent(atMost(before)) };
  const { network: last_used_from, isIdempotent } = use;
  if (isIdempotent) key.idempotent_at ??= key.last_used_at;
  const { last_used_at, idempotent_at } = key;
  await updateInTime(
    change(keys.apiKey(hash), {
      set: { last_used_at, last_used_from, ...(isIdempotent && { idempotent_at }) },
      when: isIdempotent ? either(isDue, { ...exists, idempotent_at: absent }) : isDue,
    }),
  );
}

const KEYS_IN_A_CALL = 100;

export async function listApiKeys(hashes: readonly string[]): Promise<ApiKey[]> {
  const keyItems: Item[] = [];
  for (let i = 0; i < hashes.length; i += KEYS_IN_A_CALL) {
    const { items } = await findBatch(hashes.slice(i, i + KEYS_IN_A_CALL).map(keys.apiKey));
    keyItems.push(...items);
  }
  return keyItems.map((item) => ApiKey.parse(item)).sort((a, b) => (a.key_id < b.key_id ? 1 : -1));
}
