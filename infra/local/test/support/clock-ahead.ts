import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** With `CLOCK_AHEAD_MS`, a new local cloud starts that far in the future. */
export function setClockAhead(dataDir: string): void {
  const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
  if (ahead !== 0) setClock(dataDir, realTime() + ahead);
}

/** `virtual`: when a new local cloud starts, in milliseconds. A cloud that has a clock keeps it. */
export function setClock(dataDir: string, virtual: number): void {
  const file = join(dataDir, "clock.json");
  if (existsSync(file)) return;
  const real = realTime();
  writeFileSync(file, JSON.stringify({ real, virtual, scale: 1, until: real }));
}

/** `Date` may be ahead in this process. */
const realTime = () => Math.round(performance.timeOrigin + performance.now());
