import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Window } from "../../domain/window.ts";
import { type Key, keys } from "../keys/keys.ts";
import { deadline, oneShot } from "./one-shot.ts";
import { remembered } from "./remembered.ts";
import { despiteTransactions, type Item, tableName, ttlAt } from "./table.ts";

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
  const key = keys.limit(operation, source);
  try {
    const update = new UpdateCommand(countingUpdate(key, windows, now, places));
    const options = deadline.options();
    // Emails count in transactions. Both attempts share the deadline.
    await despiteTransactions(() => oneShot.send(update, options), 2);
    deadline.met();
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    deadline.met();
    const item = error.Item ? unmarshall(error.Item) : {};
    return rememberLimit(operation, source, limitedBy(item, windows, now, places), now, places);
  }
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
  const shift = Array.from({ length: last }, (_, i) => `t${i + 1} = if_not_exists(t${i}, :never)`);
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.limit(operation, source),
    UpdateExpression: `SET ${["t0 = :never", ...shift].join(", ")}`,
    ConditionExpression: `t${last} = :now`,
    ExpressionAttributeValues: { ":never": 0, ":now": now.getTime() },
  });
  try {
    await oneShot.send(update, deadline.options());
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

const longest = (windows: readonly Window[]) => Math.max(...windows.map(({ count }) => count));

/** The attribute whose instant must be older than the window, for `places` more to be free. */
const oldestOf = (window: Window, length: number, places: number) => `t${length - window.count + places - 1}`;

/**
 * The item is a shift register of the last accepted instants, `t0` the oldest. If the `count`-th last instant
 * has left each window, the write moves every instant one place down for each place that the request takes,
 * and appends `now` as often. All right-hand sides see the item as it was before.
 */
export function countingUpdate(
  key: Key,
  windows: readonly Window[],
  now: Date,
  places = 1,
): UpdateCommandInput & { UpdateExpression: string } {
  const length = longest(windows);
  const moved = length - places;
  const shift = Array.from({ length }, (_, i) =>
    i < moved ? `t${i} = if_not_exists(t${i + places}, :never)` : `t${i} = :now`,
  );
  const conditions = windows.map((window, i) => {
    const oldest = oldestOf(window, length, places);
    return `(attribute_not_exists(${oldest}) OR ${oldest} <= :start${i})`;
  });
  const widest = Math.max(...windows.map(({ seconds }) => seconds));
  return {
    TableName: tableName,
    Key: key,
    UpdateExpression: `SET ${[...shift, "#ttl = :ttl"].join(", ")}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ...(moved > 0 && { ":never": 0 }),
      ":now": now.getTime(),
      ":ttl": ttlAt(now, widest),
      ...Object.fromEntries(windows.map(({ seconds }, i) => [`:start${i}`, now.getTime() - seconds * 1000])),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
}

/** The full window that stays full longest, of the item that refused. */
export function limitedBy(item: Item, windows: readonly Window[], now: Date, places = 1): Limited {
  const length = longest(windows);
  const full = windows
    .map((window) => ({
      window,
      until: Number(item[oldestOf(window, length, places)] ?? 0) + window.seconds * 1000,
    }))
    .filter(({ until }) => until > now.getTime())
    .sort((a, b) => b.until - a.until);
  return full[0] ?? { until: now.getTime() + 1000, window: windows[0] as Window };
}
