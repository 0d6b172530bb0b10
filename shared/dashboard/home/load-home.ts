import { hasRole } from "../../domain/account/member.ts";
import { firstIdAfter } from "../../domain/item/ids.ts";
import { hasArrived } from "../../domain/webhook/delivery.ts";
import { dayOf, plusDays } from "../../domain/time/day.ts";
import type { Result } from "../../http/serve/responses.ts";
import { homeDashboardPage } from "./home-dashboard.tsx";
import { findAccountProfile } from "../../store/account/account-profiles.ts";
import { listRequestCounts } from "../../store/account/request-counts.ts";
import { countDrivers } from "../../store/driver/driver-counts.ts";
import { findBalance } from "../../store/ledger/funds.ts";
import { findRejectedBatch } from "../../store/payout/payout-batches.ts";
import { countPayouts } from "../../store/payout/payout-lists.ts";
import { listDeliveries } from "../../store/webhook/deliveries.ts";
import { listEndpoints } from "../../store/webhook/endpoints.ts";
import { countedDaysIn } from "../requests/load-requests.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** The deliveries of an endpoint that Home looks at. Each may hold 20 excerpts of the receiver's replies. */
const NEWEST_DELIVERIES = 20;
/** What failed longer ago is no longer to do. */
const RECENT_DAYS = 7;

export async function showHome({ shown, account, owner, query, now }: DashboardRequest): Promise<Result> {
  const recent = plusDays(dayOf(now), 1 - RECENT_DAYS);
  const from = firstIdAfter("pay_", `${plusDays(recent, -1)}T23:59:59.999Z`);
  const [counts, endpoints, drivers, payouts, failed, balance, rejected, profile] = await Promise.all([
    listRequestCounts(owner, countedDaysIn(query), now, account.created_at),
    listEndpoints(owner),
    countDrivers(owner),
    countPayouts(owner, {}),
    countPayouts(owner, { status: "failed", from }),
    findBalance(owner),
    findRejectedBatch(owner),
    findAccountProfile(owner),
  ]);
  const lists = await Promise.all(
    endpoints.map(({ id }) => listDeliveries(owner, id, {}, { limit: NEWEST_DELIVERIES }, now)),
  );
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const deliveries = lists.flatMap(({ data }) => data).filter(({ created_at }) => created_at > since);
  return homeDashboardPage(shown, {
    account,
    counts,
    place: { path: shown.path, query, older: undefined },
    todo: {
      failed: { count: failed, since: recent },
      rejected: rejected && rejected.at >= recent ? rejected : undefined,
      failing: endpoints
        .filter(({ failures, disabled }) => (disabled ? disabled.reason !== "partner" : failures))
        .map(({ id, url }) => ({ id, name: new URL(url).host })),
      lacksPayer: payouts > 0 && hasRole(shown.role, "admin") && !(profile.address && profile.ein_last4),
    },
    money: { available: balance.available, pending: balance.pending, payouts },
    deliveries: {
      all: deliveries.length,
      ok: deliveries.filter(({ status }) => status === "delivered").length,
    },
    done: {
      key: (account.keys ?? []).length > 0,
      driver: drivers > 0,
      payout: payouts > 0,
      webhook: deliveries.some((delivery) => hasArrived(delivery, account)),
    },
  });
}
