import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { PayoutId } from "../../../domain/payout/payout.ts";
import { ContributionId, ContributionStatus } from "../../../domain/savings/contribution.ts";
import { note } from "../../../domain/text/text.ts";
import { foundList, GivenInstant, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { ContributionShape, contributionExample } from "./contribution-shapes.ts";

export const listContributionsOperation = operation({
  name: "list-contributions",
  method: "GET",
  path: "/v1/contributions",
  tag: "Savings",
  summary: "List contributions",
  description:
    "What your payouts saved for your drivers, newest first. You see your own payouts' savings only, not what a driver saves elsewhere. With `driver_id` or `status`, `total_count` counts among the newest 10,000 contributions, and a page may have fewer than `limit` although there are more. With `payout`, leave out the other filters.",
  query: z.strictObject({
    driver_id: z.optional(note(z.clone(DriverId), "Only what this driver saved.")),
    payout: z.optional(note(z.clone(PayoutId), "Only what this payout saved.")),
    status: z.optional(note(z.clone(ContributionStatus), "Only contributions with this status.")),
    created_after: z.optional(note(z.clone(GivenInstant), "Only of payouts that completed after this time.")),
    created_before: z.optional(
      note(z.clone(GivenInstant), "Only of payouts that completed before this time."),
    ),
    ...paging(ContributionId),
  }),
  replies: foundList(
    "ContributionList",
    "A result page of contributions.",
    ContributionShape,
    contributionExample,
  ),
  scope: "payments:read",
  access: { contribution: ["get", "query"], payment: ["get"], count: ["query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
