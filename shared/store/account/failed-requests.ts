import { FailedRequest } from "../../domain/account/failed-request.ts";
import type { HourOfRequests } from "../../domain/account/failure-counts.ts";
import { firstIdAfter } from "../../domain/ids.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { newest } from "../table/pages.ts";
import { query } from "../table/reads.ts";
import { FAILURES_KEPT_SECONDS } from "./failure-writes.ts";

/** The most stored requests that a search for one id reads. */
const SEARCH = { among: 5_000, most: 5_000 };

/** The newest failed requests of seven days, or the one with this request id. */
export async function listFailedRequests(
  owner: Owner,
  { request_id, limit }: { request_id?: string | undefined; limit: number },
  now: Date,
): Promise<FailedRequest[]> {
  const from = firstIdAfter("fail_", new Date(now.getTime() - FAILURES_KEPT_SECONDS * 1000).toISOString());
  const range = { partition: partitionOf("failure", owner), from, to: "fail_~" };
  const { data } = request_id
    ? await newest({ ...range, where: { request_id } }, 1, SEARCH)
    : await newest(range, limit);
  return data.map((item) => FailedRequest.parse(item));
}

const HOURS = 24;

/**
 * The last 24 hours, oldest first. It reads the hours' minutes, and one range of counts of failures: 25
 * eventually consistent queries, of half a read unit each while the account is quiet.
 */
export async function listHours(owner: Owner, now: Date): Promise<HourOfRequests[]> {
  const hours = Array.from({ length: HOURS }, (_, i) =>
    new Date(now.getTime() - (HOURS - 1 - i) * 3_600_000).toISOString().slice(0, 13),
  );
  const [failures, minutes] = await Promise.all([
    failuresByHour(owner, hours),
    Promise.all(hours.map((hour) => minutesOf(owner, hour))),
  ]);
  return hours.map((hour, i) => {
    const counts = minutes[i] ?? [];
    const { limited = 0, client = 0, server = 0 } = failures.get(hour) ?? {};
    const requests = counts.reduce((sum, n) => sum + n, 0);
    return { hour, requests, peak: Math.max(0, ...counts), limited, client, server };
  });
}

async function minutesOf(owner: Owner, hour: string): Promise<number[]> {
  const { Items = [] } = await query({
    key: { pk: keys.quota(owner, hour).pk },
    ProjectionExpression: "n",
  });
  return Items.map(({ n }) => Number(n));
}

async function failuresByHour(owner: Owner, hours: readonly string[]) {
  const at = (hour = "") => keys.failuresOfHour(owner, hour).sk;
  const { Items = [] } = await query({
    key: { pk: partitionOf("failure", owner), sk: between(at(hours[0]), at(hours.at(-1))) },
  });
  return new Map(
    Items.map(({ sk, limited = 0, client = 0, server = 0 }) => [
      String(sk).slice("hour#".length),
      { limited: Number(limited), client: Number(client), server: Number(server) },
    ]),
  );
}
