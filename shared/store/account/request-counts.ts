import type { RequestCounts } from "../../domain/account/failure-counts.ts";
import {
  LATENCY_CLASSES,
  latencyNames,
  type NotedRequest,
  notedRequests,
  slotNames,
} from "../../domain/account/request-notes.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { itemsOf, query } from "../table/reads.ts";
import { type Item, ttlAt, write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** The last 24 hours, or as many days in UTC with today. */
export type CountedDays = 1 | 7 | 30;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** A minute gets no further count after this: a request takes 30 seconds at most. */
const STILL_COUNTED_MS = 5 * 60_000;

const stepsUntil = (now: Date, length: number, step: number, characters: number): string[] =>
  Array.from({ length }, (_, i) =>
    new Date(now.getTime() - (length - 1 - i) * step).toISOString().slice(0, characters),
  );

/** Of an hour, or of a minute. */
type Sums = { n: number; peak: number; latencies: readonly number[] };

/**
 * Oldest first. The minutes of an hour that has ended are read once, up to 80 units for a busy day: their
 * sums then are in the item of their day. So 30 days are some 30 read units. `since`: of the account.
 */
export async function listRequestCounts(
  owner: Owner,
  days: CountedDays,
  now: Date,
  since: string,
): Promise<RequestCounts[]> {
  const times = days === 1 ? stepsUntil(now, 24, HOUR_MS, 13) : stepsUntil(now, days, DAY_MS, 10);
  const dates = stepsUntil(now, KEPT_DAYS, DAY_MS, 10).filter((date) => date >= since.slice(0, 10));
  const [oldest = now.toISOString().slice(0, 10)] = dates;
  const stored = await itemsOf(
    { pk: partitionOf("failure", owner), sk: between(`hour#${oldest}`, "hour#~") },
    { ConsistentRead: false },
  );
  const [from = oldest] = [oldest, ...stored.map(({ sums_to = "" }) => String(sums_to))].sort().reverse();
  const minutes = await Promise.all(
    dates.filter((date) => date >= from.slice(0, 10)).map((date) => minutesOf(owner, date, from)),
  );
  const fresh = new Map(
    [...Map.groupBy(minutes.flat(), ({ sk }) => String(sk).slice(0, 13))].map(
      ([hour, items]) => [hour, sumOf(items.map(sumsOfMinute))] as const,
    ),
  );
  await putSums(owner, fresh, now);
  const hours = [...stored.flatMap(sumsOfDay), ...fresh];
  const failures = stored.filter(({ sk }) => String(sk).includes("T"));
  return times.map((time) => {
    const { n, ...sums } = sumOf(hours.flatMap(([hour, sums]) => (hour.startsWith(time) ? [sums] : [])));
    const failed = failures.filter(({ sk }) => String(sk).startsWith(`hour#${time}`));
    const count = (name: string) => failed.reduce((sum, item) => sum + Number(item[name] ?? 0), 0);
    const limited = count("limited");
    const client = count("client");
    const server = count("server");
    return { time, requests: n, ...sums, limited, client, server };
  });
}

const minutesOf = (owner: Owner, date: string, from: string) =>
  itemsOf(
    { pk: keys.quota(owner, date).pk, sk: between(from, "~") },
    { ConsistentRead: false, ProjectionExpression: ["sk", "n", ...latencyNames].join() },
  );

const sumsOfMinute = ({ n, ...item }: Item): Sums => ({
  n: Number(n),
  peak: Number(n),
  latencies: latencyNames.map((name) => Number(item[name] ?? 0)),
});

const sumOf = (all: readonly Sums[]): Sums => ({
  n: all.reduce((sum, { n }) => sum + n, 0),
  peak: Math.max(0, ...all.map(({ peak }) => peak)),
  latencies: Array.from({ length: LATENCY_CLASSES }, (_, i) =>
    all.reduce((sum, { latencies }) => sum + (latencies[i] ?? 0), 0),
  ),
});

/** Of each hour that has ended and had requests, as a text. Several calls write the same. */
async function putSums(owner: Owner, hours: ReadonlyMap<string, Sums>, now: Date): Promise<void> {
  const sums_to = new Date(now.getTime() - STILL_COUNTED_MS).toISOString().slice(0, 13);
  const ended = [...hours].filter(([hour]) => hour < sums_to);
  const writes = [...Map.groupBy(ended, ([hour]) => hour.slice(0, 10))].map(([date, hours]) => {
    const texts = hours.map(([hour, { n, peak, latencies }]) => [
      `h${hour.slice(11)}`,
      [n, peak, ...latencies].join(" "),
    ]);
    const ttl = ttlAt(now, ((KEPT_DAYS + 1) * DAY_MS) / 1000);
    return write(
      change(keys.requestsOfDay(owner, date), { set: { ...Object.fromEntries(texts), sums_to, ttl } }),
    );
  });
  await Promise.all(writes);
}

const sumsOfDay = ({ sk, ...item }: Item): [hour: string, Sums][] =>
  Object.entries(item).flatMap(([name, text]) => {
    const [, hour] = /^h(\d\d)$/.exec(name) ?? [];
    if (hour === undefined) return [];
    const [n = 0, peak = 0, ...latencies] = String(text).split(" ").map(Number);
    return [[`${String(sk).slice("hour#".length)}T${hour}`, { n, peak, latencies }]];
  });

/** Those of a day that has more are a part of the sample. */
const NOTED_MINUTES = 60;

/** The sample of the newest minutes with a request, in the last 24 hours. */
export async function listNotedRequests(owner: Owner, now: Date): Promise<NotedRequest[]> {
  const from = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 16);
  const minutes: Item[] = [];
  for (const date of stepsUntil(now, 2, DAY_MS, 10).reverse()) {
    const Limit = NOTED_MINUTES - minutes.length;
    if (Limit === 0) break;
    const key = { pk: keys.quota(owner, date).pk, sk: between(from, "~") };
    const ProjectionExpression = ["sk", ...slotNames].join();
    minutes.push(
      ...((await query({ key, Limit, ProjectionExpression, ScanIndexForward: false })).Items ?? []),
    );
  }
  return notedRequests(minutes);
}
