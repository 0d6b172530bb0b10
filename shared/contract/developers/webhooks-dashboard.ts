import {
  ANY,
  DEVELOPER,
  RECORDED,
  SHOWS_SECRETS,
  SIGNED_IN,
  routesBelow,
  dashboard,
  on,
} from "./dashboard.ts";

const ENDPOINT = "/developers/webhooks/{mode}/{id}";

export const webhooksDashboard = dashboard({
  name: "developer-webhooks",
  checks: true,
  routes: routesBelow("/developers/webhooks"),
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
