import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { note, PlatformSlug } from "../text/text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

const day = note(z.iso.date(), "A UTC day.");

export const earningsSynced = defineEvent(
  "earnings.synced",
  z.object({
    object: z.literal("earnings"),
    driver_id: z.string(),
    platform: note(z.clone(PlatformSlug), "Slug of the gig platform."),
    from: note(z.clone(day), "The first UTC day read."),
    to: note(z.clone(day), "The last UTC day read."),
    changed_days: note(z.array(day), "The UTC days whose figures are new or were corrected."),
    sequence: Sequence,
    livemode: Livemode,
  }),
);

const connection = {
  object: z.literal("platform_connection"),
  driver_id: z.string(),
  platform: note(z.clone(PlatformSlug), "The gig platform."),
  sequence: Sequence,
  livemode: Livemode,
};

export const platformConnected = defineEvent(
  "earnings.platform.connected",
  z.object({ ...connection, status: note(z.literal("connected"), "Current status.") }),
);

export const platformDisconnected = defineEvent(
  "earnings.platform.disconnected",
  z.object({ ...connection, status: note(z.literal("disconnected"), "Current status.") }),
);
