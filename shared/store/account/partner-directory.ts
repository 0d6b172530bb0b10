import { hashOfEmail, keys, partnerDirectoryShards } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import { tableName, type Write } from "../table/table.ts";

/** The directory lists every partner under its contact's email, so a list or a search needs no scan. */
export const partnerRowWrite = (slug: string, email: string): Write => ({
  Put: { TableName: tableName, Item: keys.partnerDirectory(hashOfEmail(email), slug) },
});

/** The next partners after a place, at most `limit`, in the directory's order. `last`: there may be more. */
export async function listPartners(
  after: string | undefined,
  limit: number,
): Promise<{ slugs: string[]; last?: string }> {
  const rows: string[] = [];
  const first = Math.max(0, partnerDirectoryShards.indexOf(after?.charAt(0) ?? ""));
  for (const [i, shard] of partnerDirectoryShards.slice(first).entries()) {
    const partition = keys.partnerDirectory(shard, "").pk;
    const from = i === 0 && after ? { from: `${after}~` } : {};
    const items = await oldest({ partition, ...from }, limit - rows.length);
    rows.push(...items.map(({ sk }) => String(sk)));
    if (rows.length >= limit) break;
  }
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { slugs: rows.map(slugIn), ...(last && { last }) };
}

/** The slugs of the partners whose contact has this email. */
export async function listPartnersOf(email: string): Promise<string[]> {
  const hash = hashOfEmail(email);
  const { pk: partition } = keys.partnerDirectory(hash, "");
  const items = await oldest({ partition, from: `${hash}#`, to: `${hash}#~` }, 1_000);
  return items.map(({ sk }) => slugIn(String(sk)));
}

const slugIn = (row: string): string => row.split("#")[1] ?? "";
