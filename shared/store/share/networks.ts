import { createHash } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type ShareLane, TURN_SECONDS } from "../../domain/share/lane.ts";
import { DAY } from "../../domain/limit/window.ts";
import { hashShards, keys, prefixOf } from "../keys/keys.ts";
import { above, absent, atMost, below, orAbsent } from "../table/expressions.ts";
import { updateInTime } from "../table/one-shot.ts";
import { oldest } from "../table/pages.ts";
import { table, ttlAt } from "../table/table.ts";
import { change } from "../table/writes.ts";

const PERIOD_MS = TURN_SECONDS * 1000;

/** A network's two days begin at an instant of its own, so many do not begin anew at once. */
function turnPeriod(network: string, now: Date): { period: number; end: number } {
  const offset = createHash("sha256").update(network).digest().readUInt32BE() % PERIOD_MS;
  const period = Math.floor((now.getTime() + offset) / PERIOD_MS);
  return { period, end: (period + 1) * PERIOD_MS - offset };
}

/** A turn, or why there is none: until when an operator blocks the network, or until when it had its part. */
export type Turn = { turn: number } | { blockedUntil: number } | { fullUntil: number };

/** Returns how often it asked before in its two days. Throws when the table is late. */
export async function takeTurn(lane: ShareLane, network: string, most: number, now: Date): Promise<Turn> {
  const { period, end } = turnPeriod(network, now);
  const count = `${lane}#${period}`;
  const { updated, met } = await updateInTime(
    change(keys.network(network), {
      set: { ttl: ttlAt(new Date(end)), [`${lane}#${period - 1}`]: absent },
      add: { [count]: 1 },
      when: { blocked_until: orAbsent(atMost(now.getTime())), [count]: orAbsent(below(most)) },
      returns: "UPDATED_NEW",
      found: true,
    }),
  );
  if (!met) return { turn: Number(updated[count]) - 1 };
  const blockedUntil = Number(met.blocked_until ?? 0);
  return blockedUntil > now.getTime() ? { blockedUntil } : { fullUntil: end };
}

/** Returns a turn that got nothing, so that a network that tries again stays where it was. */
export async function returnTurn(lane: ShareLane, network: string, now: Date): Promise<void> {
  const count = `${lane}#${turnPeriod(network, now).period}`;
  await updateInTime(change(keys.network(network), { add: { [count]: -1 }, when: { [count]: above(0) } }));
}

export type NetworkUse = { network: string; lanes: Record<string, number>; blocked_until?: number };

/** The networks that asked for something in their two days or are blocked. It reads all of them. */
export async function listNetworks(now: Date): Promise<NetworkUse[]> {
  const shards = await Promise.all(
    hashShards.map((shard) => oldest({ partition: prefixOf("network") + shard }, Number.POSITIVE_INFINITY)),
  );
  return shards.flat().flatMap(({ sk, blocked_until, ...item }) => {
    const network = String(sk);
    const { period } = turnPeriod(network, now);
    const lanes = Object.fromEntries(
      Object.entries(item)
        .filter(([name, count]) => name.endsWith(`#${period}`) && Number(count) > 0)
        .map(([name, count]) => [name.split("#")[0] ?? "", Number(count)]),
    );
    const blocked =
      Number(blocked_until ?? 0) > now.getTime() ? { blocked_until: Number(blocked_until) } : {};
    return Object.keys({ ...lanes, ...blocked }).length > 0 ? [{ network, lanes, ...blocked }] : [];
  });
}

export async function putBlock(network: string, until: Date | undefined, now: Date): Promise<void> {
  const set = { blocked_until: until?.getTime(), ttl: ttlAt(until ?? now, DAY) };
  await table.send(new UpdateCommand(change(keys.network(network), { set }).Update));
}
