import type { Owner } from "../../domain/item/owner.ts";
import { DAY } from "../../domain/limit/window.ts";
import { dayOf } from "../../domain/time/day.ts";
import { keys } from "../keys/keys.ts";
import { atMost, orAbsent } from "../table/expressions.ts";
import { itemsOf } from "../table/reads.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** Adds cents to what a key's payouts of a UTC day are. Fails above `most`, which is at least `amount`. */
export const keyDayCapWrite = (owner: Owner, keyId: string, amount: number, most: number, now: Date): Write =>
  change(keys.keyDay(owner, keyId, dayOf(now)), {
    add: { amount },
    set: { ttl: ttlAt(now, 2 * DAY) },
    when: { amount: orAbsent(atMost(most - amount)) },
  });

export async function findKeyDay(owner: Owner, keyId: string, now: Date): Promise<number> {
  const [day] = await itemsOf(keys.keyDay(owner, keyId, dayOf(now)));
  return Number(day?.amount ?? 0);
}
