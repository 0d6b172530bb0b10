import * as z from "zod/mini";
import { PlatformSlug } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { ConnectionParams, connectionExample } from "../shapes.ts";

export const disconnectPlatformOperation = operation({
  name: "disconnect-platform",
  api: "platform",
  method: "DELETE",
  path: "/v1/earnings/{driver_id}/connections/{platform}",
  tag: "Earnings",
  summary: "Disconnect a platform",
  description: "Nothing more is read from the platform. What was earned there stays, in every sum.",
  params: ConnectionParams,
  replies: {
    deleted: {
      status: 200,
      description: "The platform is no longer connected.",
      schema: z
        .object({
          object: z.literal("platform_connection"),
          driver_id: z.string(),
          platform: PlatformSlug,
          deleted: z.literal(true),
        })
        .register(z.globalRegistry, { id: "DeletedConnection" }),
      example: {
        object: "platform_connection",
        driver_id: connectionExample.driver_id,
        platform: connectionExample.platform,
        deleted: true,
      },
    },
  },
  errors: ["resource_missing"],
  scope: "earnings:write",
  access: { driver: ["query", "update"], earnings: ["update"], event: ["put"] },
  budget: { calls: 3, writeUnits: 7, readUnits: 1 },
});
