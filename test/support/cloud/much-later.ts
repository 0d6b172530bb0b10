import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cloud, startCloud } from "./cloud.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Stops a local cloud and starts it again on the same data, so many days later. What was
 * due in between is late, as after a long outage.
 */
export async function muchLater(cloud: Cloud, days: number): Promise<Cloud> {
  await cloud.end();
  const file = join(cloud.dataDir, "clock.json");
  const clock = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...clock, virtual: clock.virtual + days * DAY_MS }));
  return startCloud({ dataDir: cloud.dataDir });
}
