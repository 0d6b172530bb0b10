import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** With `CLOCK_AHEAD_MS`, a new local cloud starts that far in the future. */
export function setClockAhead(dataDir: string): void {
  const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
  const file = join(dataDir, "clock.json");
  if (ahead === 0 || existsSync(file)) return;
  // `Date` may be ahead as well in this process.
  const real = Math.round(performance.timeOrigin + performance.now());
  writeFileSync(file, JSON.stringify({ real, virtual: real + ahead, scale: 1, until: real }));
}
