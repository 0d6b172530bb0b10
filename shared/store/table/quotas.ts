import type { Quota } from "../../domain/account/standing.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { DAY } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { atMost, below, type ItemFields, orAbsent } from "./expressions.ts";
import { updateInTime } from "./one-shot.ts";
import { remembered } from "./remembered.ts";
import { ttlAt } from "./table.ts";
import { change } from "./writes.ts";

/** `refusedBy`: this window is full, so it was not counted. `isKnown`: a refusal that cost no call. */
export type QuotaUse = { used: number; refusedBy?: "minute" | "second"; isKnown?: true };

/** The dashboard's charts show 30 days. One more covers the day that has begun. */
const KEPT_SECONDS = 31 * DAY;

/** An account's next requests cost no call. Short, as a place may be given back elsewhere. */
const full = remembered<number>(5_000, 1_000);

const placeOf = (owner: Owner, now: Date) => ({
  key: keys.quota(owner, now.toISOString().slice(0, 16)),
  second: `s${now.toISOString().slice(17, 19)}`,
});

/** By one conditional write, with `notes`. Throws when the table does not answer in time. */
export async function countRequest(
  owner: Owner,
  quota: Quota,
  now: Date,
  notes: { set?: ItemFields; add?: ItemFields } = {},
): Promise<QuotaUse> {
  const { key, second } = placeOf(owner, now);
  const used = full.get(`${key.pk} ${key.sk}`, now.getTime());
  if (used !== undefined && used >= quota.per_minute) return { used, refusedBy: "minute", isKnown: true };
  const { updated, met } = await updateInTime(
    change(key, {
      add: { n: 1, [second]: 1, ...notes.add },
      set: { ttl: ttlAt(now, KEPT_SECONDS), ...notes.set },
      when: { n: orAbsent(below(quota.per_minute)), [second]: orAbsent(below(quota.per_second)) },
      returns: "UPDATED_NEW",
      found: true,
    }),
  );
  if (!met) return { used: Number(updated.n) };
  const n = Number(met.n ?? 0);
  if (n < quota.per_minute) return { used: n, refusedBy: "second" };
  return { used: full.put(`${key.pk} ${key.sk}`, n, now.getTime()), refusedBy: "minute" };
}

/** A batch of payouts leaves half of each window to an account's other requests. */
const halfOf = (most: number) => Math.max(1, Math.floor(most / 2));

/** All batches of an account get half of its minute. Returns the number, or the window that is full. */
export async function countBatch(
  owner: Owner,
  { per_minute, per_second }: Quota,
  requested: number,
  now: Date,
): Promise<{ taken: number; full?: "minute" | "second" }> {
  const { key, second } = placeOf(owner, now);
  let taken = Math.min(requested, halfOf(per_minute), halfOf(per_second));
  for (;;) {
    const { met } = await updateInTime(
      change(key, {
        add: { n: taken, [second]: taken, batched: taken },
        set: { ttl: ttlAt(now, KEPT_SECONDS) },
        when: {
          n: orAbsent(atMost(per_minute - taken)),
          [second]: orAbsent(atMost(halfOf(per_second) - taken)),
          batched: orAbsent(atMost(halfOf(per_minute) - taken)),
        },
        found: true,
      }),
    );
    if (!met) return { taken };
    const used = (name: string) => Number(met[name] ?? 0);
    const ofMinute = Math.min(per_minute - used("n"), halfOf(per_minute) - used("batched"));
    const left = Math.min(ofMinute, halfOf(per_second) - used(second));
    if (left <= 0) return { taken: 0, full: ofMinute <= 0 ? "minute" : "second" };
    taken = Math.min(left, taken - 1);
  }
}

/** Gives back the places of payouts that had been made before. */
export async function uncountBatch(owner: Owner, places: number, now: Date): Promise<void> {
  const { key, second } = placeOf(owner, now);
  full.delete(`${key.pk} ${key.sk}`);
  await updateInTime(change(key, { add: { n: -places, [second]: -places, batched: -places } }));
}

/** Gives back the place that a request of `now` took, because it repeats one that was counted. */
export async function uncountRequest(owner: Owner, now: Date): Promise<void> {
  const { key, second } = placeOf(owner, now);
  full.delete(`${key.pk} ${key.sk}`);
  await updateInTime(change(key, { add: { n: -1, [second]: -1 } }));
}
