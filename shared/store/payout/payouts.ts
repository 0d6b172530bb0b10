import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { DriverTotals } from "../../domain/driver/driver.ts";
import type { EventData } from "../../domain/event/event-catalogue.ts";
import { addressOf, type Owner } from "../../domain/owner.ts";
import {
  Payout,
  PayoutStatus,
  type PayoutTransition,
  payoutEventType,
  payoutTransitions,
  publicPayout,
} from "../../domain/payout/payout.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf, paymentIndex, paymentIndexes } from "../keys/keys.ts";
import { addToCounts, countsIn } from "../table/counts.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { countOf, newest, type PageQuery, type Range, type ResultPage, rangeBefore } from "../table/pages.ts";
import { putNew, table, tableName, type Write } from "../table/table.ts";
import { setting } from "../table/updates.ts";

/**
 * Puts a new payout with its sums, counts and events, and the timer that settles it from `wakeAt` on, in one
 * transaction.
 */
export async function putPayout(
  owner: Owner,
  payout: Payout,
  wakeAt: string | undefined,
  memory: Write | undefined,
): Promise<void> {
  const now = new Date(payout.created_at);
  const timer = wakeAt && {
    kind: "timer" as const,
    timer: "settle-payout" as const,
    name: payout.id,
    input: { id: addressOf(owner, payout.id), at: wakeAt },
  };
  const refusal = await transactOnce(
    [
      putNew({ ...keys.payment(owner, payout.id), ...indexed(owner, payout), ...payout }),
      ...sumWrites(owner, undefined, payout),
      ...eventWrites(owner, payout, now),
      ...(timer ? [outboxWrite(timer, now)] : []),
    ],
    memory,
  );
  // A payout that exists is this one, from an attempt whose answer was lost: ids are unique.
  if (refusal && !refusal.found[0]) throw new Error("The driver no longer exists");
}

/** Moves a payout to `after` if its status allows it. Returns whether this call did. */
export async function movePayout(
  owner: Owner,
  before: Payout,
  transition: PayoutTransition,
  after: Payout,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const { from } = payoutTransitions[transition];
  const update = setting({ ...indexed(owner, after), ...changes(before, after) });
  const refusal = await transactOnce(
    [
      {
        Update: {
          TableName: tableName,
          Key: keys.payment(owner, before.id),
          ...update,
          ConditionExpression: `#status IN (${from.map((_, i) => `:from${i}`).join(", ")})`,
          ExpressionAttributeNames: { ...update.ExpressionAttributeNames, "#status": "status" },
          ExpressionAttributeValues: {
            ...update.ExpressionAttributeValues,
            ...Object.fromEntries(from.map((status, i) => [`:from${i}`, status])),
          },
        },
      },
      ...sumWrites(owner, before, after),
      ...eventWrites(owner, after, now),
    ],
    memory,
  );
  return refusal === undefined;
}

const changes = (before: Payout, after: Payout) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Payout]));

/** The key attributes of the indexes. */
const indexed = (owner: Owner, { driver_id, status }: Pick<Payout, "driver_id" | "status">) =>
  paymentIndexes(owner, driver_id, status);

/** The event of a payout's status, if it has one. */
function eventWrites(owner: Owner, payout: Payout, now: Date): Write[] {
  const type = payoutEventType(payout);
  // The status is the type's: `newEvent` checks it.
  return type ? [emitWrite(owner, type, publicPayout(payout) as EventData<typeof type>, now)] : [];
}

/** The writes that keep the driver's sums and the owner's counts in step with a change of status. */
function sumWrites(owner: Owner, before: Payout | undefined, after: Payout): Write[] {
  const counts = { ...(before && { [before.status]: -1 }), [after.status]: 1 };
  const paid = paidBy(after) - (before ? paidBy(before) : 0);
  const year = Number((after.completed_at ?? after.created_at).slice(0, 4));
  return [
    totalsWrite(owner, after.driver_id, {
      ...counts,
      lifetime_payouts: paid,
      [yearAttributes(year).paid]: paid,
    }),
    addToCounts(owner, "payments", after.id, counts),
  ];
}

const paidBy = ({ status, amount }: Payout) => (status === "completed" ? amount : 0);

/** A consistent read. */
export async function findPayout(owner: Owner, id: string): Promise<Payout | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.payment(owner, id), ConsistentRead: true }),
  );
  return Item && Payout.parse(Item);
}

export type PayoutFilter = {
  driver_id?: string | undefined;
  status?: PayoutStatus | undefined;
  /** The lowest and the highest id of the range. */
  from?: string | undefined;
  to?: string | undefined;
};

/** One page: the newest payouts of the filter. */
export async function listPayouts(
  owner: Owner,
  filter: PayoutFilter,
  { limit, starting_after }: PageQuery,
): Promise<ResultPage<Payout>> {
  const { data, has_more } = await newest(rangeBefore(rangeOf(owner, filter), starting_after), limit);
  return { data: data.map((item) => Payout.parse(item)), has_more };
}

/** The exact number of the filter's payouts: from running counts, or one by one between two instants. */
export async function countPayouts(owner: Owner, filter: PayoutFilter): Promise<number> {
  if (filter.from !== undefined || filter.to !== undefined) return countOf(rangeOf(owner, filter));
  const counts = filter.driver_id
    ? await driverCounts(owner, filter.driver_id)
    : await countsIn(owner, "payments");
  const statuses = filter.status ? [filter.status] : PayoutStatus.options;
  return counts.reduce((sum, count) => sum + statuses.reduce((all, s) => all + (count[s] ?? 0), 0), 0);
}

type Counts = Partial<Record<PayoutStatus, number>>;

async function driverCounts(owner: Owner, driverId: string): Promise<Counts[]> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.driverTotals(owner, driverId), ConsistentRead: true }),
  );
  return Item ? [DriverTotals.parse(Item)] : [];
}

function rangeOf(owner: Owner, { driver_id, status, from, to }: PayoutFilter): Range {
  const ends = { ...(from && { from }), ...(to && { to }) };
  const parts = [driver_id, status].filter((part) => part !== undefined);
  if (parts.length === 0) return { partition: partitionOf("payment", owner), ...ends };
  const index = driver_id && status ? "by_driver_status" : driver_id ? "by_driver" : "by_status";
  return { partition: paymentIndex(owner, ...parts), index, ...ends };
}
