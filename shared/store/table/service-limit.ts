import { MINUTE } from "../../domain/window.ts";
import { admit, knownRefusal, type Limited } from "./limits.ts";

/** The most instants that one item counts, so that an item stays small and is written about once a second. */
const SHARD = 50;

/** How many requests of a window each shard accepts. Together they accept `total`. */
export function sharesOf(total: number): number[] {
  const shards = Math.ceil(total / SHARD);
  return Array.from({ length: shards }, (_, i) => Math.floor((total + i) / shards));
}

const shardName = (shard: number) => `shard-${shard}`;

/** A refusal by every shard, as far as this environment knows. It costs nothing. */
export function knownServiceRefusal(name: string, perMinute: number, now: Date): Limited | undefined {
  let earliest: Limited | undefined;
  for (const shard of sharesOf(perMinute).keys()) {
    const limited = knownRefusal(name, shardName(shard), now);
    if (!limited) return undefined;
    if (!earliest || limited.until < earliest.until) earliest = limited;
  }
  return earliest;
}

/**
 * Counts one request against a limit of the whole service: at most `perMinute` are accepted in any 60 s. Each
 * request tries two shards, so few are refused before all shards are full. It costs one conditional write,
 * and a second one near the limit.
 */
export async function admitToService(
  name: string,
  perMinute: number,
  now: Date,
  random: () => number = Math.random,
): Promise<Limited | undefined> {
  const shares = sharesOf(perMinute);
  const first = Math.floor(random() * shares.length);
  const other = (first + 1 + Math.floor(random() * (shares.length - 1))) % shares.length;
  let earliest: Limited | undefined;
  for (const shard of new Set([first, other])) {
    const windows = [{ count: shares[shard] ?? 0, seconds: MINUTE }];
    const limited = await admit(name, shardName(shard), windows, now);
    if (!limited) return undefined;
    if (!earliest || limited.until < earliest.until) earliest = limited;
  }
  return earliest;
}
