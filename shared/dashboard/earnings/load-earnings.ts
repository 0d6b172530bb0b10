import { invalid } from "../../contract/errors.ts";
import { grouped } from "../../domain/money/cents.ts";
import { dayOf, daysFrom, plusDays } from "../../domain/time/day.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import { DriverId } from "../../domain/driver/driver-id.ts";
import { type EarningsRow, earningsRows } from "../../domain/earnings/earnings.ts";
import { MAX_DAYS, MAX_DRIVERS_OF_FILE, type Period } from "../../domain/earnings/period.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { PlatformSlug } from "../../domain/text/text.ts";
import { csvFile } from "../../http/serve/csv.ts";
import type { Result } from "../../http/serve/responses.ts";
import { earningsPage } from "./earnings-page.tsx";
import { countDrivers } from "../../store/driver/driver-counts.ts";
import { findDriver, listDrivers } from "../../store/driver/drivers.ts";
import { findEarnings } from "../../store/earnings/earnings.ts";
import { cursorIn, dayIn, listPlaceOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** Each driver costs a query, and may have a row for each gig platform. */
const SHOWN_DRIVERS = 7;
const USUAL_DAYS = 30;

type Filter = { period: Period; platform: string | undefined; driver_id: string | undefined };
type Found = { driver: Driver; rows: EarningsRow[] };

export async function showEarnings(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query, now } = request;
  const filter = filterIn(query, now);
  if (query.get("format") === "csv") return earningsFile(owner, filter);
  const cursor = cursorIn(query, "drv");
  const [page, count] = await driversOf(owner, filter, { limit: SHOWN_DRIVERS, ...cursor });
  return earningsPage(shown, {
    found: await earningsOf(owner, filter, page.data),
    count,
    period: filter.period,
    place: listPlaceOf(request, cursor, page),
  });
}

async function driversOf(owner: Owner, { driver_id }: Filter, page: Parameters<typeof listDrivers>[2]) {
  if (driver_id === undefined) return Promise.all([listDrivers(owner, {}, page), countDrivers(owner)]);
  const driver = await findDriver(owner, driver_id);
  return [{ data: driver ? [driver] : [], has_more: false }, driver ? 1 : 0] as const;
}

const earningsOf = (owner: Owner, filter: Filter, drivers: readonly Driver[]): Promise<Found[]> =>
  Promise.all(
    drivers.map(async (driver) => ({
      driver,
      rows: earningsRows(await findEarnings(owner, driver.id, filter.period), filter),
    })),
  );

function filterIn(query: URLSearchParams, now: Date): Filter {
  const to = dayIn(query, "to") ?? dayOf(now);
  const from = dayIn(query, "from") ?? plusDays(to, 1 - USUAL_DAYS);
  if (from > to) throw invalid("The first day must not be after the last one.", "from");
  if (daysFrom(from, to) > MAX_DAYS) throw invalid(`Choose at most ${MAX_DAYS} days.`, "from");
  const [platform, driver_id] = ["platform", "driver"].map((name) => query.get(name)?.trim() || undefined);
  if (platform !== undefined && !PlatformSlug.safeParse(platform).success)
    throw invalid("The gig platform must be a slug, such as uber_eats.", "platform");
  if (driver_id !== undefined && !DriverId.safeParse(driver_id).success)
    throw invalid("The driver must be an ID, such as drv_01j9z8v7w6x5y4t3s2r1q0p9n8.", "driver");
  return { period: { from, to }, platform, driver_id };
}

const READ_AT_ONCE = 50;

const COLUMNS = [
  ...(["driver_id", "first_name", "last_name", "platform", "from", "to"] as const),
  ...(["earnings", "tips", "miles", "jobs"] as const),
] as const;

/** Money is in cents, as the API has it. */
async function earningsFile(owner: Owner, filter: Filter): Promise<Result> {
  const { from, to } = filter.period;
  const lines: Record<(typeof COLUMNS)[number], string | number>[] = [];
  for (let looked = 0, starting_after: string | undefined; ; ) {
    const [page] = await driversOf(owner, filter, { limit: READ_AT_ONCE, starting_after });
    for (const { driver, rows } of await earningsOf(owner, filter, page.data)) {
      const { id: driver_id, first_name, last_name } = driver;
      lines.push(...rows.map((row) => ({ driver_id, first_name, last_name, from, to, ...row })));
    }
    looked += page.data.length;
    starting_after = page.data.at(-1)?.id;
    if (!page.has_more) return csvFile({ file: `earnings-${from}-${to}.csv`, columns: COLUMNS, rows: lines });
    if (looked >= MAX_DRIVERS_OF_FILE) throw tooMany();
  }
}

const tooMany = () =>
  invalid(
    `The account has more than ${grouped(MAX_DRIVERS_OF_FILE)} drivers, which is too many for one file. Choose one driver, or use the API.`,
  );
