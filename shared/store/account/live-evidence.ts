import type { Account } from "../../domain/account/account.ts";
import { isEnded, isOfDocs } from "../../domain/account/api-key.ts";
import type { LiveEvidence } from "../../domain/account/live-checks.ts";
import { idsOfChange } from "../../domain/item/horizon.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { type Delivery, hasArrived } from "../../domain/webhook/delivery.ts";
import type { WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { listEvents } from "../event/events.ts";
import { listPayouts } from "../payout/payout-lists.ts";
import { timeScale } from "../table/time-scale.ts";
import { findDeliveriesOf, listDeliveries } from "../webhook/deliveries.ts";
import { listEndpoints } from "../webhook/endpoints.ts";
import { findAccountProfile } from "./account-profiles.ts";
import { listApiKeys } from "./api-keys.ts";
import { listMembers } from "./members.ts";

/** Each delivery holds the receiver's replies. */
const NEWEST_DELIVERIES = 10;
const NEWEST_FAILURES = 3;

export async function findLiveEvidence(account: Account, now: Date): Promise<LiveEvidence> {
  const { account_id } = account;
  const test: Owner = { account_id, mode: "test" };
  const [profile, apiKeys, members, endpoints] = await Promise.all([
    findAccountProfile({ account_id, mode: "live" }),
    listApiKeys((account.keys ?? []).map(({ hash }) => hash)),
    listMembers(account_id),
    listEndpoints(test),
  ]);
  const live = endpoints.filter(({ status }) => status === "active");
  const [newest, failure] = await Promise.all([
    Promise.all(live.map(({ id }) => listDeliveries(test, id, {}, { limit: NEWEST_DELIVERIES }, now))),
    failureOf(test, live, now),
  ]);
  const keys = apiKeys.filter((key) => key.mode === "test" && !isEnded(key, now) && !isOfDocs(key));
  const arrived = newest.flatMap(({ data }) => data).filter((delivery) => hasArrived(delivery, account));
  const accepted = acceptedIn(live, arrived);
  return { profile, keys, members, accepted, failure };
}

async function failureOf(
  owner: Owner,
  endpoints: readonly WebhookEndpoint[],
  now: Date,
): Promise<LiveEvidence["failure"]> {
  const { data: payouts } = await listPayouts(owner, { status: "failed" }, { limit: NEWEST_FAILURES });
  const deliveries = await Promise.all(
    payouts.map(async ({ id: payout_id, failed_at = "" }) => {
      const range = idsOfChange("evt_", failed_at, timeScale());
      const filter = { ...range, object_id: payout_id, type: "payment.failed" } as const;
      const { data: events } = await listEvents(owner, filter, { limit: 1 }, now);
      const ids = [events.map(({ id }) => id), endpoints.map(({ id }) => id)] as const;
      const accepted = acceptedIn(endpoints, await findDeliveriesOf(owner, ...ids));
      return { payout_id, failed_at, accepted };
    }),
  );
  return deliveries.find(({ accepted }) => accepted !== undefined) ?? deliveries[0];
}

function acceptedIn(endpoints: readonly WebhookEndpoint[], deliveries: readonly Delivery[]) {
  const accepted = deliveries.flatMap(({ delivered_at, event_type, endpoint_id }) => {
    const url = endpoints.find(({ id }) => id === endpoint_id)?.url;
    if (delivered_at === undefined || url === undefined) return [];
    return [{ host: new URL(url).host, type: event_type, at: delivered_at, endpoint_id }];
  });
  return accepted.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
}
