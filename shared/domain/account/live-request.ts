import * as z from "zod/mini";
import { Day } from "../time/day.ts";
import { Instant, text } from "../text/text.ts";

/** The drivers and the money of the first three months, as the form names them. */
export const driverRanges = {
  under_100: "Fewer than 100",
  to_1000: "100 to 1,000",
  over_1000: "More than 1,000",
} as const;
export const monthlyRanges = {
  under_50k: "Less than $50,000",
  to_1m: "$50,000 to $1 million",
  over_1m: "More than $1 million",
} as const;

export const LiveAnswers = z.strictObject({
  business: text(500),
  drivers: z.enum(Object.keys(driverRanges) as (keyof typeof driverRanges)[]),
  monthly: z.enum(Object.keys(monthlyRanges) as (keyof typeof monthlyRanges)[]),
  starts_on: Day,
});
export type LiveAnswers = z.infer<typeof LiveAnswers>;

export const LiveRequest = z.object({
  account_id: z.string(),
  ...LiveAnswers.shape,
  asked_at: Instant,
  member_id: z.string(),
  review_started_at: z.optional(Instant),
  /** `words`: the operator's, for the company. */
  decision: z.optional(
    z.object({ result: z.enum(["approved", "declined"]), at: Instant, words: z.optional(z.string()) }),
  ),
});
export type LiveRequest = z.infer<typeof LiveRequest>;
export type LiveDecision = NonNullable<LiveRequest["decision"]>;

export type LiveState = "asked" | "in_review" | LiveDecision["result"];

export const stateOf = ({ decision, review_started_at }: LiveRequest): LiveState =>
  decision?.result ?? (review_started_at === undefined ? "asked" : "in_review");
