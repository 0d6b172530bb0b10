import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { component, PlatformSlug } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { deleted } from "../../replies.ts";
import { connectionExample } from "../examples.ts";
import { ConnectionParams } from "./connection-shapes.ts";

export const disconnectPlatformOperation = operation({
  name: "disconnect-platform",
  method: "DELETE",
  path: "/v1/earnings/{driver_id}/connections/{platform}",
  tag: "Earnings",
  summary: "Disconnect a gig platform",
  description:
    "Stops reading earnings from the gig platform. Earnings that we have already read still count in every total.",
  params: ConnectionParams,
  replies: deleted(
    "The gig platform is disconnected.",
    component("DeletedConnection", {
      object: z.literal("platform_connection"),
      driver_id: z.string(),
      platform: note(z.clone(PlatformSlug), "Slug of the gig platform."),
      deleted: z.literal(true),
    }),
    {
      object: "platform_connection",
      driver_id: connectionExample.driver_id,
      platform: connectionExample.platform,
      deleted: true,
    },
  ),
  scope: "earnings:write",
  access: { driver: ["query", "update"], earnings: ["get", "put"], event: ["put"] },
  budget: { calls: 4, writeUnits: 7, readUnits: 2 },
});
