import * as z from "zod/mini";
import { Livemode } from "../../../domain/item/owner.ts";
import { component, note, PlatformSlug } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { connectionExample } from "../examples.ts";
import { ConnectionParams } from "./connection-shapes.ts";

const Day = z.iso.date();

export const syncPlatformOperation = operation({
  name: "sync-platform",
  method: "POST",
  path: "/v1/earnings/{driver_id}/connections/{platform}/sync",
  tag: "Earnings",
  summary: "Sync a gig platform's earnings",
  description:
    "Reads the driver's earnings now. We also read them once a day, at 6:00 UTC. The figures of a day can be corrected for a week; then they are final and never change.",
  params: ConnectionParams,
  replies: replyNamed("synced", 200)(
    "The earnings are up to date.",
    component("EarningsSync", {
      object: z.literal("earnings_sync"),
      driver_id: note(z.string(), "The driver's id."),
      platform: note(z.clone(PlatformSlug), "The gig platform's slug."),
      from: note(z.clone(Day), "The first UTC day read."),
      to: note(z.clone(Day), "The last UTC day read."),
      changed_days: note(
        z.array(Day),
        "The UTC days whose figures are new or were corrected. If there are any, `earnings.synced` is sent.",
      ),
      livemode: Livemode,
    }),
    {
      object: "earnings_sync",
      driver_id: connectionExample.driver_id,
      platform: connectionExample.platform,
      from: "2026-11-15",
      to: "2026-11-21",
      changed_days: [],
      livemode: false,
    },
  ),
  errors: ["live_mode_unavailable"],
  scope: "earnings:write",
  access: { driver: ["query", "update"], earnings: ["get", "query", "put"], event: ["put"] },
  // A sync with news also writes months, a sum and an event.
  budget: { calls: 6, writeUnits: 6, readUnits: 3 },
});
