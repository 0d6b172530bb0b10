import { directoryShardOf, directoryShards, keys } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import type { Write } from "../table/table.ts";
import { put } from "../table/writes.ts";

/** Every account that has had a key, so a walk over all needs no scan. Each key writes the same row. */
export const directoryWrite = (accountId: string): Write =>
  put(keys.accountDirectory(directoryShardOf(accountId), accountId));

export async function listAccountsAfter(
  shard: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { pk: partition, sk: from } = keys.accountDirectory(shard, `${after ?? ""}~`);
  const items = await oldest({ partition, ...(after && { from }) }, limit);
  return items.map(({ sk }) => String(sk));
}

export async function listAccounts(after: string | undefined, limit: number): Promise<string[]> {
  const found: string[] = [];
  const first = after === undefined ? 0 : directoryShards.indexOf(directoryShardOf(after));
  for (const [i, shard] of directoryShards.slice(first).entries()) {
    found.push(...(await listAccountsAfter(shard, i === 0 ? after : undefined, limit - found.length)));
    if (found.length >= limit) break;
  }
  return found;
}
