import { HOUR } from "../../domain/window.ts";
import { shardsOf } from "../table/service-limit.ts";

/**
 * The service's budget an hour of emails that a stranger can cause: confirmations, links that register a
 * company, links to an address that has never signed in, and invitations. Together the shards allow exactly
 * the budget.
 */
export const emailBudget = shardsOf("confirmations", {
  count: Number(process.env.CONFIRMATIONS_PER_HOUR ?? 1_000),
  seconds: HOUR,
});
