import * as z from "zod/mini";
import { Instant, PlatformSlug } from "../text.ts";

/** Whether a driver's earnings on a platform are read. What was read stays when they no longer are. */
export const Connection = z.object({
  platform: PlatformSlug,
  status: z.enum(["connected", "disconnected"]),
  connected_at: Instant,
  /** How often earnings were read: two that read at once must not both be added to the driver's sum. */
  syncs: z.int(),
});
export type Connection = z.infer<typeof Connection>;

/** The connection after a driver has allowed it, be it the first time or again. */
export const newConnection = (platform: string, before: Connection | undefined, now: Date): Connection => ({
  platform,
  status: "connected",
  connected_at: now.toISOString(),
  syncs: (before?.syncs ?? 0) + 1,
});

/** A connection as partners see it, in replies and in events. */
export const publicConnection = (driver_id: string, { syncs: _, ...connection }: Connection) => ({
  object: "platform_connection" as const,
  driver_id,
  ...connection,
});

/** The connections that there are now. */
export const newestFirst = (connections: readonly Connection[]): Connection[] =>
  connections
    .filter(({ status }) => status === "connected")
    .sort((a, b) => (a.connected_at < b.connected_at ? 1 : -1));
