import type { RequestCounts } from "../../domain/account/failure-counts.ts";
import {
  latencyNames,
  type NotedRequest,
  notedRequests,
  slotNames,
} from "../../domain/account/request-notes.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { itemsOf } from "../table/reads.ts";
import type { Item } from "../table/table.ts";

/** The last 24 hours, or as many days in UTC with today. */
export type CountedDays = 1 | 7 | 30;

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** Oldest first. Half a read unit for each 4 KB and each quiet day, and about 80 for a busy day. */
export async function listRequestCounts(
  owner: Owner,
  days: CountedDays,
  now: Date,
): Promise<{ counts: RequestCounts[]; noted: NotedRequest[] }> {
  const isHourly = days === 1;
  const [length, step] = isHourly ? [24, HOUR_MS] : [days, DAY_MS];
  const times = Array.from({ length }, (_, i) =>
    new Date(now.getTime() - (length - 1 - i) * step).toISOString().slice(0, isHourly ? 13 : 10),
  );
  const [first = ""] = times;
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const counted = ["sk", "n", ...latencyNames];
  const fields = (date: string) => (date >= dayAgo.slice(0, 10) ? [...counted, ...slotNames] : counted);
  const dates = [...new Set(times.map((time) => time.slice(0, 10)))];
  const [failures, ...minutes] = await Promise.all([
    failuresSince(owner, first),
    ...dates.map((date) => minutesOf(owner, date, first, fields(date))),
  ]);
  const ofTime = Map.groupBy(minutes.flat(), ({ sk }) => String(sk).slice(0, first.length));
  const failed = Map.groupBy(failures, ({ sk }) => String(sk).slice(HOUR.length, HOUR.length + first.length));
  return {
    counts: times.map((time) => countsOf(time, ofTime.get(time) ?? [], failed.get(time) ?? [])),
    noted: notedRequests(minutes.flat()).filter(({ at }) => at >= dayAgo),
  };
}

const minutesOf = (owner: Owner, date: string, first: string, names: readonly string[]) =>
  itemsOf(
    { pk: keys.quota(owner, date).pk, sk: between(first, "~") },
    { ConsistentRead: false, ProjectionExpression: names.join() },
  );

const HOUR = "hour#";

const failuresSince = (owner: Owner, first: string) =>
  itemsOf(
    { pk: partitionOf("failure", owner), sk: between(HOUR + first, `${HOUR}~`) },
    { ConsistentRead: false },
  );

function countsOf(time: string, minutes: readonly Item[], failures: readonly Item[]): RequestCounts {
  const sum = (items: readonly Item[], name: string) =>
    items.reduce((total, item) => total + Number(item[name] ?? 0), 0);
  return {
    time,
    requests: sum(minutes, "n"),
    peak: minutes.reduce((most, { n }) => Math.max(most, Number(n)), 0),
    limited: sum(failures, "limited"),
    client: sum(failures, "client"),
    server: sum(failures, "server"),
    latencies: latencyNames.map((name) => sum(minutes, name)),
  };
}
