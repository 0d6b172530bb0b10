import type { MemberRole } from "../../domain/account/member.ts";
import type { Access } from "../../domain/noun.ts";
import type { PageRecord } from "../operation.ts";

/** The least role that may use a route. `stepUp`: only within ten minutes of an emailed link. */
export type Right = { readonly role: MemberRole; readonly stepUp?: true };

/**
 * A function of the dashboard. `rights` lists all its routes: the function answers 404 to any other. Of two
 * that match a request, the first one counts. `{mode}` is `test` or `live`.
 */
export type DashboardRecord = PageRecord & { readonly rights: Readonly<Record<string, Right>> };

/** A session, its member and its account; and the record of each change. */
const SIGNED_IN = {
  session: ["get"],
  member: ["get"],
  account: ["get"],
  partner: ["get"],
} as const satisfies Access;
const RECORDED = { activity: ["put", "update"], limit: ["update"] } as const satisfies Access;

const ANY: Right = { role: "viewer" };
const DEVELOPER: Right = { role: "developer" };
const ADMIN: Right = { role: "admin" };
const PROVED_ADMIN: Right = { role: "admin", stepUp: true };

const dashboard = <const R extends DashboardRecord>(record: R): R => record;

const below = <const P extends string>(path: P) => [`GET ${path}/{path+}`, `POST ${path}/{path+}`] as const;

export const homeDashboard = dashboard({
  name: "developer-home",
  routes: ["GET /developers/home/{path+}"],
  rights: {
    "GET /developers/home/{mode}": ANY,
    "GET /developers/home/{mode}/requests": ANY,
  },
  access: {
    ...SIGNED_IN,
    quota: ["query"],
    failure: ["query"],
    webhook: ["query"],
    delivery: ["query"],
    count: ["query"],
  },
});

export const playgroundDashboard = dashboard({
  name: "developer-playground",
  routes: below("/developers/playground"),
  rights: {
    "GET /developers/playground/test": ANY,
    "GET /developers/playground/test/received": ANY,
    "POST /developers/playground/test/driver": DEVELOPER,
    "POST /developers/playground/test/{id}/connect": DEVELOPER,
    "POST /developers/playground/test/{id}/pay": DEVELOPER,
    "POST /developers/playground/test/{id}/complete": DEVELOPER,
    "POST /developers/playground/test/{id}/fail": DEVELOPER,
    "POST /developers/playground/test/{id}/refund": DEVELOPER,
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    driver: ["query", "put", "update"],
    driver_lookup: ["put"],
    deleted_driver: ["update"],
    payment: ["get", "query", "put", "update"],
    earnings: ["get", "query", "put"],
    consent: ["put", "update"],
    count: ["update"],
    event: ["put"],
    outbox: ["put"],
    webhook: ["query", "put", "update"],
    inbox: ["query"],
  },
  secrets: ["endpoint"],
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
    "POST /developers/webhooks/{mode}/create": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/edit": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/status": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/rotate": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/ping": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/replay": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/delete": DEVELOPER,
    "POST /developers/webhooks/{mode}/{id}/verify": ANY,
    "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": DEVELOPER,
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
    webhook: ["get", "query", "put", "update", "delete"],
    delivery: ["get", "query", "put"],
    event: ["get", "query", "put"],
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
    "POST /developers/keys/test/create": DEVELOPER,
    "POST /developers/keys/test/{id}/rotate": DEVELOPER,
    "POST /developers/keys/test/{id}/revoke": DEVELOPER,
    "POST /developers/keys/live/create": PROVED_ADMIN,
    "POST /developers/keys/live/{id}/rotate": PROVED_ADMIN,
    "POST /developers/keys/live/{id}/revoke": PROVED_ADMIN,
    "GET /developers/account/{mode}": ANY,
    "GET /developers/account/{mode}/team": ANY,
    "GET /developers/account/{mode}/activity": ADMIN,
    "GET /developers/account/{mode}/profile": ANY,
    "POST /developers/account/test/profile": ADMIN,
    "POST /developers/account/live/profile": PROVED_ADMIN,
    "GET /developers/account/step-up": ANY,
    "POST /developers/account/step-up": ANY,
    "POST /developers/account/sign-out": ANY,
    "POST /developers/account/sessions/{id}/end": ANY,
    "POST /developers/account/live-access": ADMIN,
    "POST /developers/account/website": PROVED_ADMIN,
    "POST /developers/account/contact": PROVED_ADMIN,
    "GET /developers/account/contact/{id}/{proof}": ADMIN,
    "POST /developers/account/contact/{id}/{proof}": ADMIN,
    "POST /developers/account/team/invite": PROVED_ADMIN,
    "POST /developers/account/team/{id}/role": PROVED_ADMIN,
    "POST /developers/account/team/{id}/remove": PROVED_ADMIN,
  },
  access: {
    ...SIGNED_IN,
    ...RECORDED,
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
    outbox: ["put"],
  },
  secrets: ["identity"],
});
