import { missing } from "../../contract/errors.ts";
import { dayOf, plusDays } from "../../domain/time/day.ts";
import { summariseEarnings } from "../../domain/earnings/earnings.ts";
import { formYears } from "../../domain/driver/deleted-driver.ts";
import { adapterOf } from "../../http/guard/adapters.ts";
import type { Result } from "../../http/serve/responses.ts";
import { driverPage } from "./driver-page.tsx";
import { driversPage } from "./drivers-page.tsx";
import { countDrivers } from "../../store/driver/driver-counts.ts";
import { searchDrivers } from "../../store/driver/driver-search.ts";
import { findDriver, listDrivers } from "../../store/driver/drivers.ts";
import { listConnections } from "../../store/earnings/connections.ts";
import { findEarnings } from "../../store/earnings/earnings.ts";
import { listPayouts } from "../../store/payout/payout-lists.ts";
import { findAgreement } from "../../store/savings/agreements.ts";
import { listContributions } from "../../store/savings/contributions.ts";
import { listTaxDocuments } from "../../store/tax/tax-document-lists.ts";
import { cursorIn, daysIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const SHOWN_DRIVERS = 20;

export async function showDrivers(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query } = request;
  const cursor = cursorIn(query, "drv");
  const range = daysIn(query, "drv_");
  const [email, external_id] = ["email", "external_id"].map((name) => query.get(name)?.trim() || undefined);
  const page = { limit: rowsOf(request, SHOWN_DRIVERS), ...cursor };
  const [payouts, count] =
    email !== undefined || external_id !== undefined
      ? await searchDrivers(owner, { ...range, email, external_id }, page).then(
          (page) => [page, page.total_count] as const,
        )
      : await Promise.all([listDrivers(owner, range, page), countDrivers(owner, range)]);
  return driversPage(shown, {
    drivers: payouts.data,
    count,
    place: listPlaceOf(request, cursor, payouts),
  });
}

const DAYS = 30;
const SHOWN_PAYOUTS = 5;
const FORMS_OF_YEAR = 10;

export async function showDriver({ shown, owner, params, now }: DashboardRequest): Promise<Result> {
  const id = params.id ?? "";
  const to = dayOf(now);
  const period = { from: plusDays(to, 1 - DAYS), to };
  const [driver, connections, months, payouts, agreement, contributions] = await Promise.all([
    findDriver(owner, id),
    listConnections(owner, id),
    findEarnings(owner, id, period),
    listPayouts(owner, { driver_id: id }, { limit: SHOWN_PAYOUTS }),
    findAgreement(owner, id),
    listContributions(owner, { driver_id: id }, { limit: SHOWN_PAYOUTS }),
  ]);
  // What a deleted driver leaves is stored until a timer has erased it.
  if (!driver) throw missing(`Your account has no such ${owner.mode} driver.`);
  const forms = await Promise.all(
    formYears(driver.totals).map((year) =>
      listTaxDocuments(owner, { year, driver_id: id }, { limit: FORMS_OF_YEAR }),
    ),
  );
  return driverPage(shown, {
    driver,
    connections,
    period,
    payouts: payouts.data,
    agreement,
    contributions: contributions.data,
    earnings: summariseEarnings(months, { period, includeTips: true }),
    forms: forms.flatMap(({ data }) => data),
    platforms: owner.mode === "test" ? adapterOf("test", "earnings").platforms : {},
  });
}
