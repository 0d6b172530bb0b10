import * as z from "zod/mini";
import { Day } from "../../../domain/time/day.ts";
import { PeriodName } from "../../../domain/earnings/period.ts";
import { booleanText, component, note, PlatformSlug } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { EarningsParams } from "./connection-shapes.ts";

const IncludeTips = booleanText("`false` excludes tips from every total and shows them as 0.", true);

const Cents = z.int();
const amounts = { earnings: note(z.int(), "In cents."), tips: note(z.int(), "In cents.") };
const count = (jobs: string) => z.optional(note(z.int(), `Number of ${jobs}.`));

const Summary = component("EarningsSummary", {
  driver_id: z.string(),
  period: note(z.string(), "The requested period."),
  from: note(z.clone(Day), "First day of the period, in UTC."),
  to: note(z.clone(Day), "Last day of the period; today for a calendar period."),
  total_earnings: note(z.clone(Cents), "In cents, with tips unless excluded."),
  total_tips: note(z.clone(Cents), "In cents."),
  total_miles: note(z.number(), "Miles driven in the period."),
  platforms: z
    .record(
      PlatformSlug,
      z.object({
        ...amounts,
        trips: count("trips"),
        deliveries: count("deliveries"),
        batches: count("batches"),
      }),
    )
    .check(
      z.describe(
        "Each gig platform with earnings. Jobs are called `trips` for uber and lyft, `batches` for instacart, otherwise `deliveries`.",
      ),
    ),
  daily_breakdown: note(
    z.array(
      z.object({
        date: note(z.clone(Day), "UTC date, `YYYY-MM-DD`."),
        ...amounts,
        miles: note(z.number(), "Miles driven."),
      }),
    ),
    "Days with earnings, oldest first.",
  ),
});

export const getEarningsOperation = operation({
  name: "get-earnings",
  method: "GET",
  path: "/v1/earnings/{driver_id}",
  tag: "Earnings",
  summary: "Get a driver's earnings",
  description:
    "Earnings in a period: in total, by gig platform and by day. `today`, `week` (from Monday), `month` and `year` are calendar periods to date, in UTC. A range such as `2026-07-01..2026-09-30` can cover up to 366 days. Earnings from a disconnected gig platform are included.",
  params: EarningsParams,
  query: z.strictObject({
    period: z._default(
      note(z.clone(PeriodName), "`today`, `week`, `month`, `year`, or `YYYY-MM-DD..YYYY-MM-DD`."),
      "month",
    ),
    platform: z.optional(note(z.clone(PlatformSlug), "Only earnings on this gig platform.")),
    include_tips: IncludeTips,
  }),
  replies: found("The earnings.", Summary, {
    driver_id: driverExample.id,
    period: "month",
    from: "2026-11-01",
    to: "2026-11-21",
    total_earnings: 24_500,
    total_tips: 5_500,
    total_miles: 70.6,
    platforms: {
      doordash: { earnings: 13_500, tips: 4_500, deliveries: 20 },
      uber: { earnings: 11_000, tips: 1_000, trips: 8 },
    },
    daily_breakdown: [
      { date: "2026-11-01", earnings: 18_500, tips: 3_500, miles: 60.4 },
      { date: "2026-11-02", earnings: 6_000, tips: 2_000, miles: 10.2 },
    ],
  }),
  scope: "earnings:read",
  access: { earnings: ["query"], driver: ["query"] },
  // Reads the driver too: a deleted driver's earnings are erased later.
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
