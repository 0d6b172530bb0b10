import * as z from "zod/mini";
import { Instant, PlatformSlug } from "../text.ts";

/** A driver's link to a gig platform. Disconnecting keeps the earnings already read. */
export const Connection = z.object({
  platform: PlatformSlug,
  status: z.enum(["connected", "disconnected"]),
  connected_at: Instant,
  /**
   * The number of syncs. A sync requires the number it has read, so two concurrent syncs are not both added
   * to the sum.
   */
  syncs: z.int(),
});
export type Connection = z.infer<typeof Connection>;

/** The connection after a driver has allowed it, for the first time or again. */
export const newConnection = (platform: string, before: Connection | undefined, now: Date): Connection => ({
  platform,
  status: "connected",
  connected_at: now.toISOString(),
  syncs: (before?.syncs ?? 0) + 1,
});

/** A connection as the API shows it, in replies and in events. */
export const publicConnection = (driver_id: string, { syncs: _, ...connection }: Connection) => ({
  object: "platform_connection" as const,
  driver_id,
  ...connection,
});

/** The current connections, newest first. */
export const newestFirst = (connections: readonly Connection[]): Connection[] =>
  connections
    .filter(({ status }) => status === "connected")
    .sort((a, b) => (a.connected_at < b.connected_at ? 1 : -1));
