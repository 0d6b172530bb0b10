import * as z from "zod/mini";
import { Day, dayOf, plusDays } from "../time/day.ts";
import { Instant, PlatformSlug } from "../text/text.ts";
import { SYNCED_DAYS } from "./earnings-source.ts";
import type { Period } from "./period.ts";

export const Connection = z.object({
  platform: PlatformSlug,
  status: z.enum(["connected", "disconnected"]),
  connected_at: Instant,
  /** A sync requires the number it has read, so two concurrent syncs are not both added to the sum. */
  syncs: z.int(),
  events: z.int(),
  /** The number of events about its earnings. */
  synced_events: z.int(),
  /** The last UTC day that was read. */
  synced_to: Day,
});
export type Connection = z.infer<typeof Connection>;

export const newConnection = (
  platform: string,
  before: Connection | undefined,
  hasNews: boolean,
  now: Date,
): Connection => ({
  platform,
  status: "connected",
  connected_at: now.toISOString(),
  events: (before?.events ?? 0) + 1,
  ...synced(before, hasNews, now),
});

export const syncedConnection = (before: Connection, hasNews: boolean, now: Date): Connection => ({
  ...before,
  ...synced(before, hasNews, now),
});

/** `hasNews`: an event reports the sync. */
const synced = (before: Connection | undefined, hasNews: boolean, now: Date) => ({
  syncs: (before?.syncs ?? 0) + 1,
  synced_events: (before?.synced_events ?? 0) + (hasNews ? 1 : 0),
  synced_to: dayOf(now),
});

/** Gig platforms correct a day's figures for some days. Then the day is final. */
const OPEN_DAYS = 7;

/** The last day that was final when it was last read. Its figures and those before never change again. */
export const finalThrough = (connection: Connection | undefined): string | undefined =>
  connection && plusDays(connection.synced_to, -OPEN_DAYS);

/** The days to read: those that are not final, today included. */
export function openPeriod(connection: Connection | undefined, now: Date): Period {
  const to = dayOf(now);
  const earliest = plusDays(to, 1 - SYNCED_DAYS);
  const final = finalThrough(connection) ?? "";
  return { from: final < earliest ? earliest : plusDays(final, 1), to };
}

export const publicConnection = (driver_id: string, { platform, status, connected_at }: Connection) => ({
  object: "platform_connection" as const,
  driver_id,
  platform,
  status,
  connected_at,
});

/** A disconnected one keeps its place. One that never was connected is before all others. */
export function connectionPlaces(connections: readonly Connection[]): (platform: string) => string {
  const connectedAt = new Map(connections.map(({ platform, connected_at }) => [platform, connected_at]));
  return (platform) => `${connectedAt.get(platform) ?? ""} ${platform}`;
}
