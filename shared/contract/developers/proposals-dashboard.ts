import { ANY, APPROVER, RECORDED, SIGNED_IN, routesBelow, dashboard, on } from "./dashboard.ts";

const PROPOSAL = "/developers/proposals/{mode}/{id}";

/** A passkey signs each approval, so none needs a fresh proof besides. */
export const proposalsDashboard = dashboard({
  name: "developer-proposals",
  checks: true,
  routes: routesBelow("/developers/proposals"),
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
