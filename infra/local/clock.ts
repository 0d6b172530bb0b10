import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Virtual time: `virtual` at the real instant `real`, then `scale` times as fast. */
export type Anchor = { real: number; virtual: number; scale: number };

export const virtualAt = ({ real, virtual, scale }: Anchor, realNow: number): number =>
  Math.round(virtual + (realNow - real) * scale);

const realNow = Date.now;

/**
 * The clock of a data folder. It goes on from where the folder's last clock is by now, so it never runs backwards,
 * not even when a fast one is followed by a slow one; with the usual scale of 1 and a new folder it is the wall's.
 */
export function openClock(dataDir: string, scale: number): Anchor {
  const file = join(dataDir, "clock.json");
  const now = realNow();
  const earlier: Anchor | undefined = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (earlier?.scale === scale) return earlier;
  const anchor = { real: now, virtual: earlier ? Math.max(now, virtualAt(earlier, now)) : now, scale };
  writeFileSync(file, JSON.stringify(anchor));
  return anchor;
}

/** Makes this thread's `Date` follow the clock. Timers stay real: they are deadlines of I/O, which is real. */
export function installDate(anchor: Anchor): void {
  const RealDate = Date;
  const now = () => virtualAt(anchor, realNow());
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        newTarget === globalThis.Date ? target : newTarget,
      ),
    apply: () => new RealDate(now()).toString(),
    get: (target, property) => (property === "now" ? now : Reflect.get(target, property)),
  });
}

/** Makes this thread's timers follow the clock too, for an engine whose waits are the service's own. */
export function installTimers({ scale }: Anchor): void {
  const { setTimeout: realSetTimeout } = globalThis;
  globalThis.setTimeout = ((act: () => void, ms = 0, ...args: []) =>
    realSetTimeout(act, ms / scale, ...args)) as typeof setTimeout;
}
