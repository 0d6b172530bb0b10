import type { Window } from "../../domain/limit/window.ts";
import { type Key, keys } from "../keys/keys.ts";
import { atMost, fieldOr, orAbsent } from "./expressions.ts";
import { deadline, updateInTime } from "./one-shot.ts";
import { remembered } from "./remembered.ts";
import { despiteTransactions, type Item, ttlAt } from "./table.ts";
import { change } from "./writes.ts";

/** When a refused request may be repeated, and the window that refused it. */
export type Limited = { until: number; window: Window };

/** A refusal holds until its own instant, and cannot change before it. */
const refused = remembered<Limited>(Number.POSITIVE_INFINITY, 10_000);

/**
 * Exactly: for every window, at most `count` requests in any `seconds`. A request may take several `places`.
 * It costs one conditional write. A refusal holds until its instant, so it is cached. Throws when the table
 * is late.
 */
export async function admit(
  operation: string,
  source: string,
  windows: readonly Window[],
  now: Date,
  places = 1,
): Promise<Limited | undefined> {
  const key = keys.limit(operation, source);
  // A request of fewer places may pass while another one does not.
  const limit = `${places} ${key.pk}`;
  const known = refused.get(limit, now.getTime());
  if (known && known.until > now.getTime()) return known;
  const update = countingWrite(key, windows, now, places);
  const options = deadline.options();
  // Emails count in transactions. Both attempts share the deadline.
  const { met } = await despiteTransactions(() => updateInTime(update, options), 2);
  return met && refused.put(limit, limitedBy(met, windows, now, places), now.getTime());
}

/**
 * If a later request of the source was accepted meanwhile, the place stays taken. The instant that the
 * request had pushed out is lost, but no window would ask for it.
 */
export async function giveBack(
  operation: string,
  source: string,
  windows: readonly Window[],
  now: Date,
): Promise<void> {
  const last = longest(windows) - 1;
  const shifted = Array.from({ length: last }, (_, i) => [`t${i + 1}`, fieldOr(`t${i}`, 0)]);
  await updateInTime(
    change(keys.limit(operation, source), {
      set: { t0: 0, ...Object.fromEntries(shifted) },
      when: { [`t${last}`]: now.getTime() },
    }),
  );
}

const longest = (windows: readonly Window[]) => Math.max(...windows.map(({ count }) => count));

const oldestOf = (window: Window, length: number, places: number) => `t${length - window.count + places - 1}`;

/**
 * A shift register of the last accepted instants, `t0` the oldest. If the `count`-th last has left each
 * window, every instant moves down a place for each place taken. All right-hand sides see the item as before.
 */
export function countingWrite(key: Key, windows: readonly Window[], now: Date, places = 1) {
  const length = longest(windows);
  const moved = length - places;
  const shifted = Array.from({ length }, (_, i) => [
    `t${i}`,
    i < moved ? fieldOr(`t${i + places}`, 0) : now.getTime(),
  ]);
  const widest = Math.max(...windows.map(({ seconds }) => seconds));
  return change(key, {
    set: { ...Object.fromEntries(shifted), ttl: ttlAt(now, widest) },
    when: windows.map((window) => ({
      [oldestOf(window, length, places)]: orAbsent(atMost(now.getTime() - window.seconds * 1000)),
    })),
    found: true,
  });
}

/** The one that stays full longest. An early request waits no longer than the window. */
export function limitedBy(item: Item, windows: readonly Window[], now: Date, places = 1): Limited {
  const length = longest(windows);
  const full = windows
    .map((window) => ({
      window,
      until:
        Math.min(Number(item[oldestOf(window, length, places)] ?? 0), now.getTime()) + window.seconds * 1000,
    }))
    .filter(({ until }) => until > now.getTime())
    .sort((a, b) => b.until - a.until);
  return full[0] ?? { until: now.getTime() + 1000, window: windows[0] as Window };
}
