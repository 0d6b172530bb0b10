import { exactUsd, grouped } from "../../domain/money/cents.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import type { EarningsRow } from "../../domain/earnings/earnings.ts";
import type { Period } from "../../domain/earnings/period.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import type { Shown } from "../frame/shown.tsx";
import { listPage, plural } from "../list/list-page.tsx";
import { type ListPlace, listAddress } from "../list/table.tsx";
import { fullNameOf } from "../drivers/drivers-page.tsx";

type EarningsProps = {
  found: readonly { driver: Driver; rows: readonly EarningsRow[] }[];
  count: number;
  period: Period;
  place: ListPlace;
};

export const earningsPage = (shown: Shown, { found, count, period, place }: EarningsProps): Result => {
  const rows = found.flatMap(({ driver, rows: its }) => its.map((row) => ({ driver, row })));
  const total = rows.reduce((sum, { row }) => sum + row.earnings, 0);
  return listPage(shown, "Earnings", {
    place,
    noun: "earning",
    columns: COLUMNS,
    caption: "Earnings by driver and gig platform, the newest driver first",
    filters: [
      ["Days", "days"],
      ["Driver", "text", "driver"],
      ["Gig platform", "text", "platform"],
    ],
    counted: `${exactUsd(total)}, ${found.length} of ${plural(count, "driver")} on this page`,
    rows: rows.map(({ driver, row }) => [
      <a href={`/developers/drivers/${shown.mode}/${driver.id}`}>
        <bdi>{shortened(fullNameOf(driver), MAX_OF_NAME)}</bdi>
      </a>,
      row.platform,
      exactUsd(row.earnings),
      exactUsd(row.tips),
      grouped(Math.round(row.miles)),
      grouped(row.jobs),
    ]),
    none: place.older ? "No earnings of these drivers in these days" : "No earnings in these days",
    empty: <p>Earnings arrive once a driver connects a gig platform.</p>,
    // The file has all drivers, also if this page has no row.
    actions: rows.length === 0 && (
      <a class="button second" href={listAddress(place, { format: "csv" })}>
        CSV
      </a>
    ),
    lead: `From ${period.from} to ${period.to}, by UTC day. Tips are included.`,
  });
};

/** A driver may have a row for each of eleven gig platforms. */
const MAX_OF_NAME = 24;

const COLUMNS = [
  ["Driver", "w p1"],
  ["Gig platform", "p3"],
  ["Earnings", "amt p2"],
  ["Tips", "r"],
  ["Miles", "r"],
  ["Jobs", "r p4 l"],
] as const;
