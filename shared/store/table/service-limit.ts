import { sharesOf, type Window } from "../../domain/window.ts";
import { admit, knownRefusal, type Limited } from "./limits.ts";

/** A part of a limit of the whole service, with an item of its own. */
export type Shard = { operation: string; source: string; windows: readonly Window[] };

/** A limit of the whole service, in shards: every request of the service would write to a single item. */
export const shardsOf = (operation: string, limit: Window): Shard[] =>
  sharesOf([limit]).map((windows, shard) => ({ operation, source: `shard-${shard}`, windows }));

/** The shards that may have room, as far as this environment knows. */
export const openShards = (shards: readonly Shard[], now: Date): Shard[] =>
  shards.filter(({ operation, source }) => !knownRefusal(operation, source, now));

/** A refusal by every shard, as far as this environment knows: the one that ends first. It costs nothing. */
export function knownServiceRefusal(shards: readonly Shard[], now: Date): Limited | undefined {
  let earliest: Limited | undefined;
  for (const { operation, source } of shards) {
    const limited = knownRefusal(operation, source, now);
    if (!limited) return undefined;
    if (!earliest || limited.until < earliest.until) earliest = limited;
  }
  return earliest;
}

/**
 * Counts one request against a limit of the whole service. Each request tries two shards, so few are refused
 * before all shards are full. It costs one conditional write, and a second one near the limit.
 */
export async function admitToService(
  shards: readonly Shard[],
  now: Date,
  random: () => number = Math.random,
): Promise<Limited | undefined> {
  const first = Math.floor(random() * shards.length);
  const other = (first + 1 + Math.floor(random() * (shards.length - 1))) % shards.length;
  let earliest: Limited | undefined;
  for (const place of new Set([first, other])) {
    const { operation, source, windows } = shards[place] as Shard;
    const limited = await admit(operation, source, windows, now);
    if (!limited) return undefined;
    if (!earliest || limited.until < earliest.until) earliest = limited;
  }
  return earliest;
}
