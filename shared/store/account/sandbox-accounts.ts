import type { Account } from "../../domain/account/account.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { DAY } from "../../domain/window.ts";
import { keys } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { putNew } from "../table/writes.ts";

/** Longer than the key works, so that its owner learns that it has expired. */
const STORED_SECONDS = 30 * DAY;

/** Puts an account with its only key. Both expire. No directory lists it, so no walk reads it. */
export async function putSandboxAccount(
  account: Account,
  key: ApiKey & { expires_at: string },
  hash: string,
  memory?: Write,
): Promise<void> {
  const { key_id, created_at, expires_at } = key;
  const ttl = ttlAt(created_at, STORED_SECONDS);
  const writes = [
    putNew({ ...keys.account(account.account_id), ...account, keys: [{ key_id, hash, expires_at }], ttl }),
    putNew({ ...keys.apiKey(hash), ...key, ttl }),
    putNew({ ...keys.apiKey(key_id), hash, ttl }),
  ];
  const conflict = await transactOnce(writes, memory);
  if (conflict) throw new Error("A new account or key has the id of another");
}
