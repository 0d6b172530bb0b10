import { ANY, SIGNED_IN, dashboard } from "./dashboard.ts";

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
