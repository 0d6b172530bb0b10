import type { Window } from "../../domain/window.ts";
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
 * Counts one request from `source` exactly: for every window, at most `count` requests are accepted in any
 * `seconds`. A request may take several `places`, and is accepted when all of them are free. It costs one
 * conditional write. A refusal holds until its instant, so it is cached and costs nothing more. Throws when
 * the table does not answer in time.
 */
export async function admit(
  operation: string,
  source: string,
  windows: readonly Window[],
  now: Date,
  places = 1,
): Promise<Limited | undefined> {
  const known = knownLimit(operation, source, now, places);
  if (known) return known;
  const update = countingWrite(keys.limit(operation, source), windows, now, places);
  const options = deadline.options();
  // Emails count in transactions. Both attempts share the deadline.
  const { met } = await despiteTransactions(() => updateInTime(update, options), 2);
  return met && rememberLimit(operation, source, limitedBy(met, windows, now, places), now, places);
}

/** Caches a refusal, which `knownLimit` then returns until its instant. */
export const rememberLimit = (
  operation: string,
  source: string,
  limited: Limited,
  now: Date,
  places = 1,
): Limited => refused.put(limitOf(keys.limit(operation, source), places), limited, now.getTime());

/** A cached refusal that still holds. */
export function knownLimit(operation: string, source: string, now: Date, places = 1): Limited | undefined {
  const known = refused.get(limitOf(keys.limit(operation, source), places), now.getTime());
  return known && known.until > now.getTime() ? known : undefined;
}

/** A request of fewer places may pass while another one does not. */
const limitOf = ({ pk }: Key, places: number) => `${places} ${pk}`;

/**
 * Returns the place that a request took at `now`. If a later request of the source was accepted meanwhile,
 * the place stays taken. The instant that the request had pushed out of the register is lost, but it had left
 * every window that would ask for it.
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

/** The attribute whose instant must be older than the window, for `places` more to be free. */
const oldestOf = (window: Window, length: number, places: number) => `t${length - window.count + places - 1}`;

/**
 * The item is a shift register of the last accepted instants, `t0` the oldest. If the `count`-th last instant
 * has left each window, the write moves every instant one place down for each place that the request takes,
 * and appends `now` as often. All right-hand sides see the item as it was before.
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

/**
 * The full window that stays full longest, of the item that refused. A request that began before the last
 * accepted one waits no longer than the window.
 */
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
