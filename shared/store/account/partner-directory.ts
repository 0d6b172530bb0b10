import { hashOfEmail, keys } from "../keys/keys.ts";
import { listRowsAfter } from "../table/hash-directory.ts";
import { oldest } from "../table/pages.ts";
import type { Write } from "../table/table.ts";
import { put } from "../table/writes.ts";

/** Lists a partner under the hash of its contact's email, so a list or a search needs no scan. */
export const partnerRowWrite = (slug: string, emailHash: string): Write =>
  put(keys.partnerDirectory(emailHash, slug));

export const hashWithoutContact = (slug: string): string => hashOfEmail(slug);

export async function listPartners(after: string | undefined, limit: number) {
  const { rows, last } = await listRowsAfter((shard) => keys.partnerDirectory(shard, ""), after, limit);
  return { slugs: rows.map(slugIn), last };
}

export async function listPartnersOf(email: string): Promise<string[]> {
  const hash = hashOfEmail(email);
  const { pk: partition } = keys.partnerDirectory(hash, "");
  const items = await oldest({ partition, from: `${hash}#`, to: `${hash}#~` }, Number.POSITIVE_INFINITY);
  return items.map(({ sk }) => slugIn(String(sk)));
}

const slugIn = (row: string): string => row.split("#")[1] ?? "";
