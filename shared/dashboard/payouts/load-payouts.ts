import { invalid, missing } from "../../contract/errors.ts";
import { hasRole } from "../../domain/account/member.ts";
import { DriverId } from "../../domain/driver/driver-id.ts";
import { firstIdAfter } from "../../domain/item/ids.ts";
import { type Payout, PayoutStatus } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { payoutPage } from "./payout-page.tsx";
import { payoutsPage, SHOWN_PAYOUTS } from "./payouts-page.tsx";
import { findDrivers } from "../../store/driver/driver-search.ts";
import { listDrivers } from "../../store/driver/drivers.ts";
import { keptRequestIn } from "../../store/account/kept-requests.ts";
import { listEventItems, parseEvent } from "../../store/event/events.ts";
import { listLedgerEntries, sumsBetween } from "../../store/ledger/entry-lists.ts";
import { countPayouts, listPayouts } from "../../store/payout/payout-lists.ts";
import { findPayout } from "../../store/payout/payouts.ts";
import { findDeliveriesOf } from "../../store/webhook/deliveries.ts";
import { listEndpoints } from "../../store/webhook/endpoints.ts";
import { cursorIn, daysIn, endsIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export async function showPayouts(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query } = request;
  const cursor = cursorIn(query, "pay");
  const filter = { ...valuesIn(query), ...daysIn(query, "pay_") };
  const isOfAll = filter.driver_id === undefined && filter.status === undefined;
  const mayPay = shown.mode === "test" && hasRole(shown.role, "developer");
  const [page, count, sums, payees] = await Promise.all([
    listPayouts(owner, filter, { limit: rowsOf(request, SHOWN_PAYOUTS), ...cursor }),
    countPayouts(owner, filter),
    isOfAll ? sumsBetween(owner, endsIn(query)) : undefined,
    mayPay ? listDrivers(owner, {}, { limit: SHOWN_PAYOUTS }) : undefined,
  ]);
  const drivers = await findDrivers(owner, [...new Set(page.data.map(({ driver_id }) => driver_id))]);
  const names = new Map(drivers.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
  return payoutsPage(shown, {
    payouts: page.data,
    names,
    count,
    paid: sums && (sums.cents_drivers ?? 0),
    place: listPlaceOf(request, cursor, page),
    payees: payees?.data ?? [],
  });
}

function valuesIn(query: URLSearchParams) {
  const [status, driver_id] = ["status", "driver"].map((name) => query.get(name)?.trim() || undefined);
  const known = PayoutStatus.safeParse(status).data;
  if (status !== undefined && known === undefined)
    throw invalid(`\`status\` must be one of ${PayoutStatus.options.join(", ")}.`);
  if (driver_id !== undefined && !DriverId.safeParse(driver_id).success)
    throw invalid("`driver` must be a driver's id, such as drv_01j9z8v7w6x5y4t3s2r1q0p9n8.");
  return { status: known, driver_id };
}

/** The entries of a payout are a few. */
const SHOWN_ENTRIES = 100;
/** A payout has three events at most, and an account 16 endpoints: one call finds all their deliveries. */
const SHOWN_EVENTS = 3;

export async function showPayout(request: DashboardRequest): Promise<Result> {
  const { shown, owner, now } = request;
  const payout = await requireOwnPayout(request);
  const about = { object_id: payout.id, from: firstIdAfter("evt_", beforeOf(payout.created_at)) };
  const [entries, items, endpoints, drivers] = await Promise.all([
    listLedgerEntries(owner, { payout: payout.id }, { limit: SHOWN_ENTRIES }),
    listEventItems(owner, about, { limit: SHOWN_EVENTS }, now),
    listEndpoints(owner),
    findDrivers(owner, [payout.driver_id]),
  ]);
  const events = items.data.map(parseEvent);
  const deliveries = await findDeliveriesOf(
    owner,
    events.map(({ id }) => id),
    endpoints.map(({ id }) => id),
  );
  return payoutPage(shown, {
    payout,
    driver: drivers[0],
    deliveries,
    entries: entries.data.reverse(),
    events,
    requests: items.data.filter(({ req }) => req).map(keptRequestIn),
    batch: items.data.find(({ batch_id }) => batch_id)?.batch_id as string | undefined,
    urls: new Map(endpoints.map(({ id, url }) => [id, url])),
  });
}

const beforeOf = (at: string) => new Date(Date.parse(at) - 1).toISOString();

async function requireOwnPayout({ owner, params: { id = "" } }: DashboardRequest): Promise<Payout> {
  const payout = await findPayout(owner, id);
  if (payout) return payout;
  throw missing(`Your account has no such ${owner.mode} payout.`);
}
