import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { KeptRequest } from "../../domain/account/kept-request.ts";
import { failureClass, MAX_FAILURES_AN_HOUR } from "../../domain/account/failure-counts.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { DAY } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { oneShot } from "../table/one-shot.ts";
import { ttlAt } from "../table/table.ts";
import { change } from "../table/writes.ts";

export const REQUESTS_KEPT_SECONDS = 30 * DAY;
/** The counts of hours are for the charts of 30 days. */
const COUNTS_KEPT_SECONDS = 31 * DAY;
/** The reply waits for these writes. A table that does not answer must not cost the function its time. */
const DEADLINE_MS = 1_000;

/** Counts a failed request, and stores it unless its hour is full: two write units, then one. */
export async function putFailedRequest(owner: Owner, failed: KeptRequest): Promise<void> {
  const hour = failed.at.slice(0, 13);
  const options = inTime();
  const counted = change(keys.failuresOfHour(owner, hour), {
    add: { n: 1, [failureClass(failed.status)]: 1 },
    set: { ttl: ttlAt(failed.at, COUNTS_KEPT_SECONDS) },
    returns: "UPDATED_NEW",
  });
  const { Attributes } = await oneShot.send(new UpdateCommand(counted.Update), options);
  if (Number(Attributes?.n) > MAX_FAILURES_AN_HOUR) return;
  await putKeptRequest(owner, failed, options);
}

const inTime = () => ({ abortSignal: AbortSignal.timeout(DEADLINE_MS), requestTimeout: 0 });

/** One write unit. */
export async function putKeptRequest(owner: Owner, kept: KeptRequest, options = inTime()): Promise<void> {
  const ttl = ttlAt(kept.at, REQUESTS_KEPT_SECONDS);
  // An update puts the item, too, and its command is in the bundle already.
  const stored = change(keys.failure(owner, kept.id), { set: { ...kept, ttl } });
  await oneShot.send(new UpdateCommand(stored.Update), options);
}
