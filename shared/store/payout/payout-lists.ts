import { DriverTotals } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { Payout, PayoutStatus } from "../../domain/payout/payout.ts";
import { findDeletedTotals } from "../driver/deleted-drivers.ts";
import { paymentIndex } from "../keys/indexes.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { countsIn } from "../table/counts.ts";
import { countInDays } from "../table/day-counts.ts";
import { countOf, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { findAs } from "../table/reads.ts";

export type PayoutFilter = {
  driver_id?: string | undefined;
  status?: PayoutStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export async function listPayouts(
  owner: Owner,
  filter: PayoutFilter,
  query: PageQuery,
): Promise<ResultPage<Payout>> {
  const { data, has_more } = await pageOf(rangeOf(owner, filter), query);
  return { data: data.map((item) => Payout.parse(item)), has_more };
}

export async function countPayouts(owner: Owner, filter: PayoutFilter): Promise<number> {
  if (filter.from !== undefined || filter.to !== undefined) return countInRange(owner, filter);
  const counts = filter.driver_id
    ? await driverCounts(owner, filter.driver_id)
    : await countsIn(owner, "payments");
  if (!counts) return countOf(rangeOf(owner, filter));
  const statuses = filter.status ? [filter.status] : PayoutStatus.options;
  return counts.reduce((sum, count) => sum + statuses.reduce((sum, s) => sum + (count[s] ?? 0), 0), 0);
}

/** From the running counts of days, and partial days one by one, as a driver's payouts. */
function countInRange(owner: Owner, filter: PayoutFilter): Promise<number> {
  const { from, to, status } = filter;
  if (filter.driver_id) return countOf(rangeOf(owner, filter));
  return countInDays(
    owner,
    "payments",
    { from, to },
    {
      prefix: "pay_",
      names: status ? [status] : PayoutStatus.options,
      oneByOne: (range) => countOf(rangeOf(owner, { status, ...range })),
    },
  );
}

type Counts = Partial<Record<PayoutStatus, number>>;

/** Of a deleted driver too. Undefined: unknown, or deleted so long ago that the sums have expired. */
export async function driverCounts(owner: Owner, driverId: string): Promise<Counts[] | undefined> {
  const totals =
    (await findAs(keys.driverTotals(owner, driverId), DriverTotals)) ??
    (await findDeletedTotals(owner, driverId));
  return totals && [totals];
}

function rangeOf(owner: Owner, { driver_id, status, from, to }: PayoutFilter): Range {
  const ends = { ...(from && { from }), ...(to && { to }) };
  if (driver_id) {
    const where = status && { where: { status } };
    return { partition: paymentIndex(owner, driver_id), index: "by_driver", ...where, ...ends };
  }
  if (status) return { partition: paymentIndex(owner, status), index: "by_status", ...ends };
  return { partition: partitionOf("payment", owner), ...ends };
}
