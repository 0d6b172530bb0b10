import type { SampleDriver, SandboxAccount } from "../../domain/account/sandbox-account.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { DAY } from "../../domain/limit/window.ts";
import { newDriverWrites } from "../driver/drivers.ts";
import { connectionWrite, monthWrite } from "../earnings/syncs.ts";
import { keys } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { putNew } from "../table/writes.ts";

/** Longer than the key works, so that its owner learns that it has expired. */
const STORED_SECONDS = 30 * DAY;

/** Puts an account with one key and its sample. All expire. No directory lists it, so no walk reads it. */
export async function putSandboxAccount(
  { account, key, sample }: SandboxAccount,
  hash: string,
  memory?: Write,
): Promise<void> {
  const { key_id, created_at, expires_at } = key;
  const ttl = ttlAt(created_at, STORED_SECONDS);
  const conflict = await transactOnce(
    {
      account: putNew({
        ...keys.account(account.account_id),
        ...account,
        keys: [{ key_id, hash, expires_at }],
        ttl,
      }),
      key: putNew({ ...keys.apiKey(hash), ...key, ttl }),
      pointer: putNew({ ...keys.apiKey(key_id), hash, ttl }),
      ...(sample && sampleWrites(key, sample)),
    },
    memory,
  );
  if (conflict) throw new Error("A new account or key has the id of another");
}

export const sampleWrites = (owner: Owner, { driver, connection, months, earned }: SampleDriver) => ({
  ...newDriverWrites(owner, driver, { lifetime_earnings: earned }),
  connection: connectionWrite(owner, driver.id, connection, undefined),
  months: months.map((month) => monthWrite(owner, driver.id, month)),
});
