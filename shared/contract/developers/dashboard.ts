import type { MemberRole } from "../../domain/account/member.ts";
import type { Access } from "../../domain/access/noun.ts";
import { LIVE_EVIDENCE } from "../live-evidence.ts";
import type { PageRecord } from "../operation.ts";

/**
 * `stepUp`: within ten minutes of an emailed link or, once the member has one, of a passkey. `page`: of a
 * form, to show it again with its mistakes.
 */
export type Right = { readonly role: MemberRole; readonly stepUp?: true; readonly page?: string };

/** `rights` lists all routes: any other gets 404, and of two that match the first counts. */
export type DashboardRecord = PageRecord & { readonly rights: Readonly<Record<string, Right>> };

const SIGNED_IN = {
  session: ["get"],
  member: ["get"],
  account: ["get"],
  partner: ["get"],
} as const satisfies Access;
const RECORDED = {
  activity: ["put", "update"],
  limit: ["update"],
  idempotency: ["get", "put"],
} as const satisfies Access;
const SHOWS_SECRETS = { idempotency: ["get", "put", "delete"] } as const satisfies Access;

const ANY: Right = { role: "viewer" };
const DEVELOPER: Right = { role: "developer" };
const APPROVER: Right = { role: "approver" };
const ADMIN: Right = { role: "admin" };
const PROVED: Right = { role: "viewer", stepUp: true };
const PROVED_ADMIN: Right = { role: "admin", stepUp: true };

/** A form on the page at a path, in which the ids of the form's own path stand for themselves. */
const on = (page: string, right: Right): Right => ({ ...right, page });

const ENDPOINT = "/developers/webhooks/{mode}/{id}";
const ACCOUNT = "/developers/account/test";
const TEAM = `${ACCOUNT}/team`;
const GO_LIVE = `${ACCOUNT}/go-live`;

const dashboard = <const R extends DashboardRecord>(record: R): R => record;

const below = <const P extends string>(path: P) => [`GET ${path}/{path+}`, `POST ${path}/{path+}`] as const;

export const homeDashboard = dashboard({
  name: "developer-home",
  routes: ["GET /developers/home/{path+}", "GET /developers/money/{path+}"],
  rights: {
    "GET /developers/home/{mode}": ANY,
    "GET /developers/home/{mode}/requests": ANY,
    "GET /developers/home/{mode}/requests/{request}": ANY,
    "GET /developers/home/{mode}/timeline": ANY,
    "GET /developers/home/{mode}/find": ANY,
    "GET /developers/money/{mode}": ANY,
    "GET /developers/money/{mode}/settlements/{date}": ANY,
  },
  access: {
    ...SIGNED_IN,
    quota: ["query"],
    // The sums of an hour that has ended.
    failure: ["get", "query", "update"],
    account_profile: ["get"],
    webhook: ["query"],
    delivery: ["query", "collect"],
    count: ["query"],
    entry: ["get", "query", "collect"],
    payment: ["get", "query", "search_by_driver"],
    settlement: ["query"],
    event: ["get", "query"],
    driver: ["query", "collect"],
    driver_lookup: ["query", "collect"],
    batch: ["get"],
    signup: ["get"],
  },
});

const DRIVER = "/developers/drivers/test/{id}";
const PAYOUT = "/developers/payouts/test/{id}";

/** Drivers and their payouts. Only the API changes a live driver's bank accounts, and only it pays live. */
export const driversDashboard = dashboard({
  name: "developer-drivers",
  routes: [...below("/developers/drivers"), ...below("/developers/payouts")],
  // Two routes: together little more than one of another page.
  perSecond: 6,
  rights: {
    "GET /developers/drivers/{mode}": ANY,
    "GET /developers/drivers/{mode}/earnings": ANY,
    "GET /developers/drivers/{mode}/{id}": ANY,
    "POST /developers/drivers/test/create": on("/developers/drivers/test", DEVELOPER),
    "POST /developers/drivers/live/create": on("/developers/drivers/live", PROVED_ADMIN),
    "POST /developers/drivers/test/{id}/edit": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/live/{id}/edit": on("/developers/drivers/live/{id}", PROVED_ADMIN),
    "POST /developers/drivers/test/{id}/pay": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/accounts": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/accounts/{account}/default": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/accounts/{account}/remove": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/connect": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/disconnect/{platform}": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/invite": on(DRIVER, DEVELOPER),
    "POST /developers/drivers/test/{id}/end-savings": on(DRIVER, DEVELOPER),
    "GET /developers/payouts/{mode}": ANY,
    "GET /developers/payouts/{mode}/batches": ANY,
    "GET /developers/payouts/{mode}/batches/{id}": ANY,
    "GET /developers/payouts/{mode}/{id}": ANY,
    "POST /developers/payouts/test/create": on("/developers/payouts/test", DEVELOPER),
    "POST /developers/payouts/test/{id}/complete": on(PAYOUT, DEVELOPER),
    "POST /developers/payouts/test/{id}/fail": on(PAYOUT, DEVELOPER),
    "POST /developers/payouts/test/{id}/cancel": on(PAYOUT, DEVELOPER),
    "POST /developers/payouts/test/{id}/refund": on(PAYOUT, DEVELOPER),
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    driver: ["get", "query", "collect", "put", "update"],
    driver_lookup: ["query", "collect", "put", "delete"],
    deleted_driver: ["update"],
    payment: ["get", "query", "search", "put", "update"],
    savings: ["get", "put", "update"],
    savings_link: ["put"],
    saver: ["get", "update"],
    contribution: ["get", "query", "put", "update"],
    entry: ["collect", "put"],
    entry_source: ["put"],
    tax_document: ["get"],
    delivery: ["collect"],
    earnings: ["get", "query", "put"],
    consent: ["put"],
    count: ["get", "query", "update"],
    event: ["query", "put"],
    webhook: ["query"],
    batch: ["get", "query"],
  },
  secrets: ["identity"],
});

const PROPOSAL = "/developers/proposals/{mode}/{id}";

/** A passkey signs each approval, so none needs a fresh proof besides. */
export const proposalsDashboard = dashboard({
  name: "developer-proposals",
  routes: below("/developers/proposals"),
  rights: {
    "GET /developers/proposals/{mode}": ANY,
    "GET /developers/proposals/{mode}/{id}": ANY,
    "POST /developers/proposals/{mode}/{id}/approve": on(PROPOSAL, APPROVER),
    "POST /developers/proposals/{mode}/{id}/decline": on(PROPOSAL, APPROVER),
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    member: ["get", "update"],
    proposal: ["get", "query", "update"],
    driver: ["collect"],
    api_key: ["get"],
    receipt: ["put"],
    receipt_key: ["put"],
    batch: ["put"],
    event: ["put"],
    outbox: ["put"],
  },
  secrets: ["receipt"],
});

export const webhooksDashboard = dashboard({
  name: "developer-webhooks",
  routes: below("/developers/webhooks"),
  rights: {
    "GET /developers/webhooks/{mode}": ANY,
    "GET /developers/webhooks/{mode}/events": ANY,
    "GET /developers/webhooks/{mode}/events/{event}": ANY,
    "GET /developers/webhooks/{mode}/{id}": ANY,
    "GET /developers/webhooks/{mode}/{id}/{delivery}": ANY,
    "GET /developers/webhooks/{mode}/{id}/secret/{view}": DEVELOPER,
    "POST /developers/webhooks/{mode}/create": on("/developers/webhooks/{mode}", DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/edit": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/status": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/rotate": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/ping": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/replay": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/delete": on(ENDPOINT, DEVELOPER),
    "POST /developers/webhooks/{mode}/{id}/verify": on(ENDPOINT, ANY),
    "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": on(`${ENDPOINT}/{delivery}`, DEVELOPER),
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    ...SHOWS_SECRETS,
    webhook: ["get", "query", "put", "update", "delete"],
    delivery: ["get", "query", "collect", "put"],
    event: ["get", "query", "collect", "put"],
    count: ["update"],
    outbox: ["put"],
  },
  secrets: ["endpoint"],
});

export const accountDashboard = dashboard({
  name: "developer-account",
  routes: [...below("/developers/account"), ...below("/developers/keys")],
  rights: {
    "GET /developers/keys/{mode}": ANY,
    "GET /developers/keys/{mode}/new/{view}": DEVELOPER,
    "POST /developers/keys/test/create": on("/developers/keys/test", DEVELOPER),
    "POST /developers/keys/test/{id}/rotate": on("/developers/keys/test", DEVELOPER),
    "POST /developers/keys/test/{id}/revoke": on("/developers/keys/test", DEVELOPER),
    "POST /developers/keys/live/create": on("/developers/keys/live", PROVED_ADMIN),
    "POST /developers/keys/live/{id}/rotate": on("/developers/keys/live", PROVED_ADMIN),
    "POST /developers/keys/live/{id}/revoke": on("/developers/keys/live", PROVED_ADMIN),
    "GET /developers/account/{mode}": ANY,
    "GET /developers/account/{mode}/team": ANY,
    "GET /developers/account/{mode}/activity": ADMIN,
    "GET /developers/account/{mode}/profile": ANY,
    "GET /developers/account/{mode}/forms": ADMIN,
    "GET /developers/account/{mode}/forms/{year}": ADMIN,
    "POST /developers/account/test/profile": on("/developers/account/test/profile", ADMIN),
    "POST /developers/account/live/profile": on("/developers/account/live/profile", PROVED_ADMIN),
    "POST /developers/account/live/withholding-terms": on("/developers/account/live/profile", PROVED_ADMIN),
    "GET /developers/account/step-up": ANY,
    "POST /developers/account/step-up": on("/developers/account/step-up", ANY),
    "POST /developers/account/sign-out": ANY,
    "POST /developers/account/sessions/{id}/end": on(ACCOUNT, ANY),
    "POST /developers/account/passkeys": on(ACCOUNT, PROVED),
    "POST /developers/account/passkeys/{id}/remove": on(ACCOUNT, PROVED),
    "GET /developers/account/{mode}/go-live": ANY,
    "POST /developers/account/live-access": on(GO_LIVE, ADMIN),
    "POST /developers/account/live-access/withdraw": on(GO_LIVE, ADMIN),
    "POST /developers/account/website": on(ACCOUNT, PROVED_ADMIN),
    "POST /developers/account/contact": on(ACCOUNT, PROVED_ADMIN),
    "GET /developers/account/contact/{id}/{proof}": ADMIN,
    "POST /developers/account/contact/{id}/{proof}": on("/developers/account/contact/{id}/{proof}", ADMIN),
    "POST /developers/account/team/invite": on(TEAM, PROVED_ADMIN),
    "POST /developers/account/team/approvals": on(TEAM, PROVED_ADMIN),
    "POST /developers/account/team/{id}/role": on(TEAM, PROVED_ADMIN),
    "POST /developers/account/team/{id}/passkeys": on(TEAM, PROVED_ADMIN),
    "POST /developers/account/team/{id}/remove": on(TEAM, PROVED_ADMIN),
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    ...SHOWS_SECRETS,
    ...LIVE_EVIDENCE,
    live_request: ["collect", "put", "delete"],
    session: ["get", "update"],
    member: ["get", "query", "put", "update", "delete", "check"],
    membership: ["put", "delete"],
    partner: ["get", "update"],
    partner_registration: ["put", "delete"],
    partner_directory: ["put", "delete"],
    account: ["get", "update"],
    account_directory: ["put"],
    account_profile: ["get", "update"],
    api_key: ["get", "collect", "put", "update"],
    activity: ["put", "update", "query"],
    login: ["get", "put", "delete"],
    network: ["update"],
    outbox: ["put"],
    driver: ["query"],
    tax_document: ["query"],
    count: ["query"],
  },
  secrets: ["identity"],
});
