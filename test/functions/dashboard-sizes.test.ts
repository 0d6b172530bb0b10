import { expect, test } from "@jest/globals";
import { newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { LATENCY_CLASSES } from "../../shared/domain/account/request-notes.ts";
import { MAX_MEMBERS, MAX_SESSIONS, newMember } from "../../shared/domain/account/member.ts";
import type { Partner } from "../../shared/domain/account/partner.ts";
import { newSession } from "../../shared/domain/account/session.ts";
import { type Driver, DriverTotals } from "../../shared/domain/driver/driver.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import type { LedgerEntry } from "../../shared/domain/ledger/entry.ts";
import { type MoneyDay, moneyDays } from "../../shared/domain/ledger/money-days.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { timelineOf } from "../../shared/domain/timeline/timeline.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import type { Result } from "../../shared/http/serve/responses.ts";
import { liveChecks } from "../../shared/domain/account/live-checks.ts";
import { accountPage } from "../../shared/pages/developers/account/account-pages.tsx";
import { activityPage } from "../../shared/pages/developers/account/activity-page.tsx";
import { formsPage } from "../../shared/pages/developers/account/forms-page.tsx";
import { goLivePage } from "../../shared/pages/developers/account/go-live-page.tsx";
import { profilePage } from "../../shared/pages/developers/account/profile-page.tsx";
import { teamPage } from "../../shared/pages/developers/account/team-pages.tsx";
import { deliveryPage, eventPage, eventsPage } from "../../shared/pages/developers/delivery-pages.tsx";
import { endpointPage, verifiedPage } from "../../shared/pages/developers/endpoint-page.tsx";
import type { EndpointView } from "../../shared/pages/developers/endpoint-view.ts";
import { endpointsPage } from "../../shared/pages/developers/endpoints-page.tsx";
import type { Shown } from "../../shared/pages/developers/frame.tsx";
import { homeDashboardPage } from "../../shared/pages/developers/home-dashboard.tsx";
import { keysPage } from "../../shared/pages/developers/keys-page.tsx";
import { linkPage } from "../../shared/pages/developers/link-pages.tsx";
import { driverPage } from "../../shared/pages/developers/money/driver-page.tsx";
import { driversPage } from "../../shared/pages/developers/money/drivers-page.tsx";
import { earningsPage } from "../../shared/pages/developers/money/earnings-page.tsx";
import { moneyPage } from "../../shared/pages/developers/money/money-page.tsx";
import { payoutPage } from "../../shared/pages/developers/money/payout-page.tsx";
import { payoutsPage } from "../../shared/pages/developers/money/payouts-page.tsx";
import { playgroundPage } from "../../shared/pages/developers/playground-page.tsx";
import { requestsPage } from "../../shared/pages/developers/requests-page.tsx";
import { timelinePage } from "../../shared/pages/developers/timeline/timeline-page.tsx";
import { signInPageOf } from "../../shared/pages/developers/sign-in-pages.tsx";

/** The most that a page's HTML may weigh, with the most and the longest that it can show. */
const MAX_BYTES = 60 * 1024;

const now = new Date("2026-11-21T09:30:00.000Z");
const at = now.toISOString();
const id = (prefix: string) => prefix + "0".repeat(26);
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const email = `${"e".repeat(241)}@example.com`;
const company = "C".repeat(100);
const quotes = '"'.repeat(64 * 1024);

const shown: Shown = {
  ...{
    csrf: "c".repeat(43),
    formId: "i".repeat(29),
    path: "/developers/home/live",
    email,
    member_id: id("mbr_"),
    role: "admin",
  },
  ...{ company, isVerified: true, isSuspended: true, mode: "live" },
};
const of = { account_id: id("acct_"), partner_id: "p".repeat(40), email, role: "admin" } as const;
const account = { ...newAccount({ partner_id: of.partner_id }, now), verified: true };
const member = newMember(of, now);
const session = newSession(member, now);
const sessions = times(MAX_SESSIONS, (i) => ({
  ...{ session_id: `ses_${i}`, hash: "h", created_at: at, expires_at: session.expires_at },
  browser: "A browser on another system",
}));
const partner: Partner = {
  status: "approved",
  ...{ partner_id: of.partner_id, account_id: of.account_id, company, email },
  ...{ website: `https://${"w".repeat(500)}.example`, created_at: at },
};

/** A form that is shown again, with a mistake at each of its fields. */
const again = (given: Record<string, string>, action: string) => ({
  ...shown,
  sent: {
    action,
    given,
    mistakes: Object.fromEntries(Object.keys(given).map((name) => [name, "m".repeat(200)])),
  },
});

const theirs = { id: id("wh_"), account_id: id("acct_"), mode: "live" } as const;
const attempt = { at, kind: "scheduled", outcome: "blocked", duration_ms: 10_000 } as const;

const ENDPOINT = `/developers/webhooks/live/${id("wh_")}`;
const endpoint: EndpointView = {
  ...{ id: id("wh_"), url: `https://a.example/${quotes.slice(0, 2_000)}`, description: quotes.slice(0, 500) },
  ...{ events: [...EventType.options], disabled_reason: "failing", failing_since: at },
  ...{ secret_created_at: at, previous_secret_expires_at: at, created_at: at, isInbox: false },
  status: "disabled",
};
const attempts = times(20, (i) => ({
  ...attempt,
  ...{ at: `${at}${i}`, outcome: "unreachable" as const, status: 500, cause: "protocol" as const },
  ...{ excerpt: quotes.slice(0, 16 * 1024), ...(i === 19 && { headers: quotes.slice(0, 1_600) }) },
}));
const delivery = {
  ...newDelivery(id("dlv_"), { id: id("evt_"), type: "earnings.platform.connected" as never }, theirs, now),
  ...{ attempts, delivered_at: at, event_type: "earnings.platform.connected" },
};
const health = {
  ...{ all: 50, delivered: 50, atFirst: 50, missed: 50, waiting: 50, p95_ms: 15_000, last_success_at: at },
};
const event = { id: id("evt_"), type: delivery.event_type, created_at: at, data: { metadata: quotes } };
const failure = {
  ...{ at, method: "DELETE", route: `/v1/${"r".repeat(50)}`, status: 404, param: "p".repeat(64) },
  ...{ request_id: "x".repeat(36), key_id: id("key_") },
};
const key = newKeyRecord(account, "live", ["payments:read", "drivers:write", "webhooks:write"], now);
const emoji = "💥".repeat(100);
const metadata = JSON.stringify(
  Object.fromEntries(times(50, (i) => [`${i}${"n".repeat(38)}`, quotes.slice(0, 500)])),
);
const driver = {
  ...{ id: id("drv_"), status: "active", first_name: emoji, last_name: emoji, email, events: 1 },
  ...{ phone: "+15555550148", ssn_last4: "sealed", external_id: quotes.slice(0, 100), metadata },
  address: { line1: emoji, line2: emoji, city: emoji, state: "CA", postal_code: "94105", country: "US" },
  bank_accounts: times(10, (i) => ({
    ...{ id: `ba_${i}`, last4: "0000", bank_name: emoji, account_type: "checking" as const },
    ...{ status: "verified" as const, created_at: at },
  })),
  platforms_connected: new Set(times(12, (i) => `platform${i}`)),
  created_at: at,
  totals: DriverTotals.parse({}),
} satisfies Driver & { totals: DriverTotals };
const place = {
  path: shown.path,
  query: new URLSearchParams(times(9, (i) => [`name${i}`, quotes.slice(0, i < 5 ? 100 : 9_999)])),
  older: id("pay_"),
  newer: id("pay_"),
};
const wholeList = { path: shown.path, query: new URLSearchParams(), older: undefined };
const entry: LedgerEntry = {
  ...{ id: id("txn_"), type: "funding", source: quotes.slice(0, 100), sequence: 1, created_at: at },
  postings: times(3, () => ({ from: "outside", to: "funds", amount: 1e11 })),
};
const moved = (day: MoneyDay) => ({ ...day, isMoved: true });
const payout: Payout = {
  ...{ id: id("pay_"), amount: 1_000_000, status: "pending", driver_id: driver.id, method: "standard" },
  ...{ created_at: at, failed_at: at, failure_code: "account_holder_deceased", bank_last4: "0000" },
  ...{ description: quotes.slice(0, 500), fee: 0, net_amount: 1, currency: "usd", entries: [], metadata },
};
const received = {
  ...{ event_id: "evt", received_at: at, type: event.type, problem: quotes.slice(0, 200) },
  ...{ headers: { "webhook-id": id("evt_") }, body: JSON.stringify(event), delivery_id: delivery.id },
} as never;
const counts = times(30, (i) => ({
  ...{ time: `2026-11-21T${i}`, requests: 999_999, peak: 999, limited: 9_999, client: 9_999, server: 9_999 },
  latencies: times(LATENCY_CLASSES, () => 999),
}));

const token = { token: "t".repeat(43), cookie: "c" } as never;
const pages: Record<string, () => Result> = {
  home: () =>
    homeDashboardPage(
      { ...shown, mode: "test" },
      {
        ...{ account, counts, place, deliveries: { all: 320, ok: 3 } },
        failing: times(16, () => ({ id: id("wh_"), name: quotes.slice(0, 300) })),
        money: { available: -1e11, payouts: 1e6, failed: 1e6 },
        done: { key: false, driver: false, payout: false, webhook: false },
      },
    ),
  money: () =>
    moneyPage(shown, {
      ...{
        balance: { available: -1e11, pending: 1e11 },
        entries: times(20, () => entry),
        count: 1e6,
        net: -1e11,
        now,
      },
      ...{ days: moneyDays(1e11, new Map(), { today: at.slice(0, 10), days: 30 }).map(moved) },
      ...{ place, settled: { has: () => true } as never },
    }),
  payout: () =>
    payoutPage(
      { ...shown, mode: "test" },
      {
        ...{ entries: times(3, () => entry), payout, driver, now, done: "fail" },
        events: times(3, (i) => ({ ...event, id: `${event.id}${i}`, type: "payment.refunded" })),
        deliveries: times(48, (i) => ({
          ...delivery,
          ...{
            id: `${delivery.id}${i}`,
            event_id: `${event.id}${i % 3}`,
            attempts: [],
          },
        })) as never,
        urls: new Map([[delivery.endpoint_id, endpoint.url]]),
      },
    ),
  payouts: () =>
    payoutsPage(shown, {
      ...{ payouts: times(20, () => payout), names: new Map([[driver.id, emoji + emoji]]), count: 1e6 },
      ...{ paid: 1e11, place, now },
    }),
  drivers: () => driversPage(shown, { drivers: times(20, () => driver), count: 1e6, place, now }),
  driver: () =>
    driverPage(
      { ...shown, mode: "test" },
      {
        ...{ driver, period: { from: "2026-10-23", to: "2026-11-21" }, payouts: times(5, () => payout), now },
        connections: times(12, (i) => ({
          ...{ platform: `platform${i}`, status: "disconnected", connected_at: at, syncs: 1, events: 1 },
          ...{ synced_events: 1, synced_to: "2026-11-21" },
        })),
        earnings: {
          total_earnings: 1e9,
          platforms: Object.fromEntries(times(12, (i) => [`platform${i}`, { earnings: 1e8 }])),
          daily_breakdown: times(30, (i) => ({ date: `2026-10-${i}`, earnings: 1e7 })),
        },
        forms: times(20, (i) => ({
          ...{ id: id(`doc_${i}`), driver_id: driver.id, year: 2026, gross_amount: 1e8, generated_at: at },
          ...{ payer: { name: company }, recipient: { name: company } },
        })),
        platforms: Object.fromEntries(times(12, (i) => [`platform${i}`, company])),
      },
    ),
  requests: () =>
    requestsPage(shown, {
      failures: times(200, (i) => ({ ...failure, id: `fail_${i}`, code: `code_number_${i % 12}` })) as never,
      requests: times(12, () => ({
        ...failure,
        code: `code_${"n".repeat(30)}`,
        ms: 99_999,
        key_ending: "abcd",
      })),
      place: {
        ...place,
        query: new URLSearchParams([
          ["days", "30"],
          ["status", "failed"],
          ...["route", "method", "code"].map((name) => [name, quotes.slice(0, 100)]),
        ]),
      },
      ...{ counts, hasMore: true, now },
    }),
  timeline: () =>
    timelinePage(shown, {
      id: id("pay_"),
      timeline: timelineOf({
        ...{ asked: id("dlv_"), subject: id("pay_"), payout, entries: times(6, () => entry) },
        events: times(2, () => ({ id: id("evt_"), type: "payment.completed", created_at: at, data: {} })),
        // Of 16 endpoints, each with as many attempts as are kept.
        deliveries: times(32, () => ({
          ...newDelivery(id("dlv_"), { id: id("evt_"), type: "payment.completed" }, theirs, now),
          attempts: times(20, () => attempt),
        })),
      }),
    }),
  playground: () =>
    playgroundPage(shown, {
      ...{ driver, platforms: Object.fromEntries(times(12, (i) => [`platform${i}`, company])) },
      ...{ payouts: times(5, () => payout), received: times(12, () => received), lacksReceiver: true },
    }),
  keys: () =>
    keysPage(shown, {
      keys: times(20, (i) => ({ ...key, key_id: id(`key_${i}`), name: '"'.repeat(60), ending: "abcd" })),
      ...{ place: wholeList, isLiveOpen: true, requestedAt: undefined, done: "revoked", now },
    }),
  endpoints: () =>
    endpointsPage(again({ url: quotes, description: quotes }, "/developers/webhooks/live/create"), {
      ...{ endpoints: times(16, () => ({ endpoint, health })), place: wholeList, done: "deleted", now },
    }),
  endpoint: () =>
    endpointPage(shown, {
      ...{
        ...{ endpoint, health, objects: new Map([[delivery.event_id, id("pay_")]]) },
        ...{ deliveries: times(20, () => delivery), events: [event] },
        ...{ searchedTo: undefined, status: "pending", done: "active", place, now },
      },
    }),
  verified: () =>
    verifiedPage(
      again({ id: quotes, timestamp: quotes, signature: quotes, body: quotes }, `${ENDPOINT}/verify`),
      { endpoint, verdict: { ok: false, message: quotes.slice(0, 300) } as never },
    ),
  delivery: () => deliveryPage(shown, { delivery, event, done: "resent", now }),
  events: () => eventsPage(shown, { events: times(30, () => event), count: 1e6, place, now }),
  event: () =>
    eventPage(shown, {
      ...{ event, now, endpoints: times(16, () => endpoint), deliveries: times(16, () => delivery) },
    }),
  account: () =>
    accountPage(shown, {
      ...{ account, partner, member: { ...member, sessions }, session, now, done: "contact-asked" },
    }),
  profile: () =>
    profilePage(again({ legal_name: quotes, line1: quotes }, "/developers/account/live/profile"), {
      ...{ printedName: quotes.slice(0, 2_000) },
      ...{ company, ein: "XX-XXX6789", updated_at: at, done: undefined, fields: {} },
    }),
  forms: () =>
    formsPage(shown, {
      ...{ year: 2026, years: [2025, 2026], lookedAt: 100, place, drivers: place, count: 1e9, now },
      forms: times(20, (i) => ({
        ...{ id: id(`doc_${i}`), driver_id: id(`drv_${i}`), year: 2026, gross_amount: 1e9 },
        ...{ payer: { name: company }, recipient: { name: "💥".repeat(200) }, generated_at: at },
      })),
      names: times(10, (i) => ({
        ...{ driver_id: id(`drv_${i}`), name: "💥".repeat(200), printed: "Zhuang".repeat(200) },
      })),
    }),
  earnings: () =>
    earningsPage(shown, {
      ...{ count: 1e9, period: { from: "2026-01-01", to: "2026-12-31" }, place },
      found: times(7, () => ({
        driver,
        rows: times(11, () => ({
          platform: "p".repeat(32),
          earnings: 1e9,
          tips: 1e9,
          miles: 1e6,
          jobs: 1e6,
        })),
      })),
    }),
  goLive: () =>
    goLivePage(shown, {
      checks: liveChecks({
        ...{ profile: { legal_name: company }, keys: [], members: [member] },
        ...{ accepted: undefined, failure: undefined },
      }),
      closed: undefined,
      open: {
        ...{
          account_id: of.account_id,
          business: "💥".repeat(500),
          drivers: "under_100",
          monthly: "over_1m",
        },
        ...{ starts_on: "2026-12-01", asked_at: at, member_id: member.member_id },
      },
      ...{ done: "requested", now },
    }),
  team: () =>
    teamPage(shown, { members: times(MAX_MEMBERS, () => member), place: wholeList, done: "role", now }),
  activity: () =>
    activityPage(shown, {
      members: [member],
      activities: times(30, (i) => ({
        ...{ activity_id: `act_${i}`, account_id: of.account_id, at, member_id: member.member_id },
        ...{ action: "POST /developers/webhooks/{mode}/{id}/{delivery}/resend", result: "refused" },
        ...{ objects: ["i".repeat(64), "i".repeat(64)], request_id: "r" },
      })),
      ...{ place, now },
    }),
  signIn: () =>
    signInPageOf({
      ...{ token, next: "/developers/home/test" },
      ...again({ company: quotes, email: quotes }, "/developers/sign-in/register"),
    }),
  link: () =>
    linkPage({
      ...{ token, action: "/developers/sign-in/l/p", login: { email } },
      choices: times(20, () => ({ account_id: of.account_id, company })),
    }),
};

test.each(Object.entries(pages))(
  "the page %s has at most 60 KB of HTML with all that it can show",
  (_, page) => {
    expect(Buffer.byteLength(page().body ?? "")).toBeLessThanOrEqual(MAX_BYTES);
  },
);
