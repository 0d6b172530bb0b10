import { directoryShardOf, directoryShards, keys } from "../keys/keys.ts";
import { oldestAfter } from "../table/pages.ts";
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
  const { pk: partition } = keys.accountDirectory(shard, "");
  return (await oldestAfter({ partition }, after, limit)).map(({ sk }) => String(sk));
}

export async function listAccounts(after: string | undefined, limit: number): Promise<string[]> {
  const ids: string[] = [];
  const first = after === undefined ? 0 : directoryShards.indexOf(directoryShardOf(after));
  for (const [i, shard] of directoryShards.slice(first).entries()) {
    ids.push(...(await listAccountsAfter(shard, i === 0 ? after : undefined, limit - ids.length)));
    if (ids.length >= limit) break;
  }
  return ids;
}

export async function* accountsInParts(size: number): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const accounts = await listAccounts(after, size);
    yield accounts;
    if (accounts.length < size) return;
    after = accounts.at(-1);
  }
}
