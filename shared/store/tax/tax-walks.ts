import type { OutboxEntry } from "../../domain/event/outbox.ts";
import { ownerKey } from "../../domain/item/owner.ts";
import { type TaxPage, walkId } from "../../domain/tax/tax-walk.ts";
import { directoryShards, keys } from "../keys/keys.ts";
import { isNew } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { type WritePart, transact, ttlAt } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

/** No schedule starts a walk again after so long. */
const KEPT_FOR_SECONDS = 90 * 24 * 60 * 60;

/** Begins a walk at every shard of the directory, and work `besides`, once. Returns whether this call did. */
export async function putWalk(
  walk: TaxPage["walk"],
  now: Date,
  besides: readonly OutboxEntry[] = [],
): Promise<boolean> {
  const pages = directoryShards.map((shard): TaxPage => ({ kind: "tax_page", walk, of: { shard } }));
  const conflict = await transact([
    putNew({ ...keys.walk(walkId(walk)), started_at: now.toISOString(), ttl: ttlAt(now, KEPT_FOR_SECONDS) }),
    ...[...pages, ...besides].map((page) => outboxWrite(page, now)),
  ]);
  return conflict === undefined;
}

/** Events, following pages and place are one transaction, so a repeat skips and doubles nothing. */
export async function moveWalk(
  { walk, of, after }: TaxPage,
  reached: string,
  writes: readonly WritePart[],
  following: readonly TaxPage[],
  now: Date,
): Promise<boolean> {
  const place = "shard" in of ? `accounts#${of.shard}` : ownerKey(of);
  const conflict = await transact({
    place: change(keys.walk(`${walkId(walk)}#${place}`), {
      set: { reached, ttl: ttlAt(now, KEPT_FOR_SECONDS) },
      when: after === undefined ? isNew : { reached: after },
      found: true,
    }),
    writes,
    following: following.map((page) => outboxWrite(page, now)),
  });
  // The page is processed already if its place was reached. Otherwise a write refused, such as a form's.
  if (conflict && !conflict.found.place) throw new Error("A driver changed while the page was processed");
  return conflict === undefined;
}
