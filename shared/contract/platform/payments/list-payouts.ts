import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { PayoutId, PayoutStatus } from "../../../domain/payout/payout.ts";
import { note } from "../../../domain/text/text.ts";
import { foundList, GivenInstant, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { paymentExample } from "../examples.ts";
import { Payment } from "./payment-shapes.ts";

export const listPayoutsOperation = operation({
  name: "list-payouts",
  method: "GET",
  path: "/v1/payments",
  tag: "Payments",
  summary: "List payouts",
  description:
    "Newest first. Unfiltered lists are strongly consistent; filtered lists may lag by a second. `total_count` is exact, also between two times.",
  query: z.strictObject({
    driver_id: z.optional(note(z.clone(DriverId), "Only payouts to this driver.")),
    status: z.optional(note(z.clone(PayoutStatus), "Only payouts with this status.")),
    created_after: z.optional(note(z.clone(GivenInstant), "Only payouts created after this time.")),
    created_before: z.optional(note(z.clone(GivenInstant), "Only payouts created before this time.")),
    ...paging(PayoutId),
  }),
  replies: foundList("PaymentList", "A result page of payouts.", Payment, paymentExample),
  scope: "payments:read",
  access: { payment: ["query", "search"], count: ["query"], driver: ["get"], deleted_driver: ["get"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
