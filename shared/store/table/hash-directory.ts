import { hashShards, type Key } from "../keys/keys.ts";
import { oldest } from "./pages.ts";

/** Sorted by a hash and sharded by its first character. `last`: if there may be more. */
export async function listRowsAfter(
  keyIn: (shard: string) => Key,
  after: string | undefined,
  limit: number,
): Promise<{ rows: string[]; last: string | undefined }> {
  const rows: string[] = [];
  const first = Math.max(0, hashShards.indexOf(after?.charAt(0) ?? ""));
  for (const [i, shard] of hashShards.slice(first).entries()) {
    // The next row may begin with the whole text of this one, such as acme-2 after acme.
    const from = i === 0 && after ? { from: `${after} ` } : {};
    const items = await oldest({ partition: keyIn(shard).pk, ...from }, limit - rows.length);
    rows.push(...items.map(({ sk }) => String(sk)));
    if (rows.length >= limit) break;
  }
  return { rows, last: rows.length === limit ? rows.at(-1) : undefined };
}
