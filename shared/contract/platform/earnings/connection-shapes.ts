import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { Livemode } from "../../../domain/item/owner.ts";
import { component, Instant, note, PlatformSlug } from "../../../domain/text/text.ts";

export const ConnectionShape = component("Connection", {
  object: z.literal("platform_connection"),
  driver_id: z.string(),
  platform: note(z.clone(PlatformSlug), "Slug of the gig platform."),
  status: note(z.enum(["connected", "disconnected"]), "Current status."),
  connected_at: note(z.clone(Instant), "When the driver last allowed access."),
  livemode: Livemode,
});

const driver_id = note(z.clone(DriverId), "The driver's id.");
export const EarningsParams = z.strictObject({ driver_id });
export const ConnectionParams = z.strictObject({
  driver_id,
  platform: note(z.clone(PlatformSlug), "The gig platform's slug."),
});
