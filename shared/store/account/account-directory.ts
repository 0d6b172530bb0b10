import { directoryShards, keys } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import { putNew, type Write } from "../table/table.ts";

/** Every account stands in it, so that all can be walked without a scan. Sharded by the id's last, random character. */
export const directoryWrite = (accountId: string): Write => {
  const shard = directoryShards[Number.parseInt(accountId.slice(-1), 36) % directoryShards.length] ?? "";
  return putNew(keys.accountDirectory(shard, accountId));
};

/** The next accounts of a shard, at most `limit`, by id. */
export async function listAccountsAfter(
  shard: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { pk: partition, sk: from } = keys.accountDirectory(shard, `${after ?? ""}~`);
  const items = await oldest({ partition, ...(after && { from }) }, limit);
  return items.map(({ sk }) => String(sk));
}
