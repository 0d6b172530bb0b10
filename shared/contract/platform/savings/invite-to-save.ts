import { brand } from "../../../domain/brand/brand.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { SavingsParams, SavingsShape, savingsExample } from "./savings-shapes.ts";

export const inviteToSaveOperation = operation({
  name: "invite-to-save",
  method: "POST",
  path: "/v1/drivers/{driver_id}/savings",
  tag: "Savings",
  summary: "Invite a driver to save",
  description:
    "Invites the driver to save part of each payout in their Roth IRA. Only the driver agrees, on a page that they reach by an email. Live mode emails the invitation if the driver's address has a confirmed signup; the reply is the same if it has none. Test mode sends no email and returns the page's `url`. Before the first live invitation, an admin accepts the withholding terms in the dashboard. Inviting again sends it again.",
  params: SavingsParams,
  replies: created("The driver is invited.", SavingsShape, {
    ...savingsExample,
    status: "invited",
    rule: null,
    percent: null,
    started_at: null,
    sequence: 0,
    url: `https://${brand.idPrefix}.example.com/savings/b2Zm3kq7V1hVb8o0nQm4rX9dC5tYw6uJ2eLs1aGfKpE`,
  }),
  errors: ["status_conflict", "withholding_terms_missing", "rate_limit_exceeded"],
  scope: "drivers:write",
  access: {
    driver: ["query"],
    savings: ["get", "put"],
    savings_link: ["put"],
    account_profile: ["get"],
    network: ["update"],
    limit: ["update"],
    outbox: ["put"],
  },
  budget: { calls: 5, writeUnits: 8, readUnits: 2 },
});
