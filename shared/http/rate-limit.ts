import { BlockList, isIPv6 } from "node:net";
import { Problem } from "../contract/errors.ts";
import type { Window } from "../domain/window.ts";
import { admit, type Limited } from "../store/limits.ts";
import type { Limitable } from "./serve.ts";
import { count, logFault } from "./telemetry.ts";

/** A range of addresses that an operator gives other numbers, such as the few that a hosted assistant's users share. */
type Range = { name: string; cidr: string; factor: number };

/** Longest register that still fits an UpdateExpression (4 KB) and one write unit; larger limits are split. */
const LARGEST_REGISTER = 50;

const ranges = readRanges(process.env.RATE_LIMIT_RANGES);

/**
 * Counts a request against the operation's limits, or throws 429 with the seconds to wait. `source` is the
 * gateway's own reading of the peer's address, never a header. IPv6 counts by /64: one household holds that many.
 */
export async function limitBySource(op: Limitable, source: string, now: Date): Promise<void> {
  if (!op.limits) return;
  const range = ranges.find(({ holds }) => holds(source));
  const { key, windows } = range ? share(op.limits, range) : { key: sourceKey(source), windows: op.limits };
  const limited = await admitOrUnavailable(op, key, windows, now);
  if (!limited) return;

  count("RateLimited", { operation: op.name, range: range?.name ?? "default" });
  const seconds = Math.max(1, Math.ceil((limited.until - now.getTime()) / 1000));
  const { window } = limited;
  throw new Problem(
    "rate_limit_exceeded",
    `At most ${op.limits.find((w) => w.seconds === window.seconds)?.count ?? window.count} requests per ${nameOf(window)} are accepted from one address. Try again in ${seconds} s.`,
    null,
    { "retry-after": String(seconds) },
  );
}

/** Whoever cannot be counted may not write. */
async function admitOrUnavailable(
  op: Limitable,
  key: string,
  windows: readonly Window[],
  now: Date,
): Promise<Limited | undefined> {
  try {
    return await admit(op.name, key, windows, now);
  } catch (error) {
    if (op.method === "GET") return undefined;
    logFault(op.name, error);
    throw Object.assign(new Error("The limiter did not answer"), { name: "LimiterUnavailable" });
  }
}

const nameOf = ({ seconds }: Window) => ({ 60: "minute", 86400: "day" })[seconds] ?? `${seconds} s`;

/** IPv4 as it is; IPv6 by its first four groups. */
export function sourceKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = address.split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * A range's larger numbers are split over several registers, each exact: together they never accept more than the
 * range may have, and an unlucky register may refuse a little early.
 */
function share(limits: readonly Window[], range: Range): { key: string; windows: Window[] } {
  const scaled = limits.map(({ count, seconds }) => ({ count: Math.floor(count * range.factor), seconds }));
  const shards = Math.ceil(Math.max(...scaled.map(({ count }) => count)) / LARGEST_REGISTER);
  const windows = scaled.map(({ count, seconds }) => ({
    count: Math.max(1, Math.floor(count / shards)),
    seconds,
  }));
  return { key: `${range.name}#${Math.floor(Math.random() * shards)}`, windows };
}

function readRanges(text: string | undefined): (Range & { holds: (address: string) => boolean })[] {
  if (!text) return [];
  return (JSON.parse(text) as Range[]).map((range) => {
    const [network = "", bits = ""] = range.cidr.split("/");
    const list = new BlockList();
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, Number(bits || (isIPv6(network) ? 128 : 32)), family);
    return { ...range, holds: (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4") };
  });
}
