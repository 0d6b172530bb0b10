import type { Quota } from "../../domain/account/standing.ts";
import type { Owner } from "../../domain/owner.ts";
import { DAY } from "../../domain/window.ts";
import { keys } from "../keys/keys.ts";
import { atMost, below, type ItemFields, orAbsent } from "./expressions.ts";
import { updateInTime } from "./one-shot.ts";
import { remembered } from "./remembered.ts";
import { ttlAt } from "./table.ts";
import { change } from "./writes.ts";

/**
 * The use of an account's minute. `refusedBy`: the request was not counted, because that window is full.
 * `isKnown`: this environment knew that, and the refusal cost no call.
 */
export type QuotaUse = { used: number; refusedBy?: "minute" | "second"; isKnown?: true };

/** The dashboard's charts show 30 days. One more covers the day that has begun. */
const KEPT_SECONDS = 31 * DAY;

/**
 * The requests counted in full minutes, for which an account's next requests cost no call. A repeat may give
 * its place back in another environment, so this one forgets soon.
 */
const full = remembered<number>(5_000, 1_000);

/** The item of an account's minute, and the name of the second in it. */
const placeOf = (owner: Owner, now: Date) => ({
  key: keys.quota(owner, now.toISOString().slice(0, 16)),
  second: `s${now.toISOString().slice(17, 19)}`,
});

/**
 * Counts one request of an account in its minute and its second by one conditional write: the item of a
 * minute has a number for the minute and one for each second. The same write stores `notes` about requests.
 * Throws when the table does not answer in time.
 */
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

/**
 * Counts up to `wanted` payouts of batches, which are requests of their account too. All of an account's
 * batches together get half of its minute, and places in a second only while half of that is free. Returns
 * how many it counted, or the window that is full.
 */
export async function countBatch(
  owner: Owner,
  { per_minute, per_second }: Quota,
  wanted: number,
  now: Date,
): Promise<{ taken: number; full?: "minute" | "second" }> {
  const { key, second } = placeOf(owner, now);
  let taken = Math.min(wanted, halfOf(per_minute), halfOf(per_second));
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

/** Gives back the place that a request of `now` took, because it repeats one that was counted. */
export async function uncountRequest(owner: Owner, now: Date): Promise<void> {
  const { key, second } = placeOf(owner, now);
  full.delete(`${key.pk} ${key.sk}`);
  await updateInTime(change(key, { add: { n: -1, [second]: -1 } }));
}
