import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { GuardedWriter } from "../storage/guarded-writer.ts";
import { InPlaceFile } from "../storage/in-place-file.ts";

/** `virtual` at the real instant `real`, then `scale` times as fast, plus the skips of all threads. */
export type Anchor = { real: number; virtual: number; scale: number; skipped: Float64Array };

/** What the data folder stores: the clock, and the real instant until which it may have run. */
type Kept = Omit<Anchor, "skipped"> & { until: number };

/** How far ahead `until` is. It leaves a busy process time to renew it late. */
const LEASE_MS = 2_000;
const RENEW_MS = 500;

/** The pace before the anchor is unknown, so time counts at real pace there. */
export const virtualAt = (
  { real, virtual, scale, skipped = NOTHING }: Omit<Anchor, "skipped"> & Partial<Pick<Anchor, "skipped">>,
  realNow: number,
): number => {
  const passed = realNow - real;
  return Math.round(virtual + passed * (passed > 0 ? scale : 1) + (skipped[0] ?? 0));
};

const NOTHING = new Float64Array(1);
const realNow = Date.now;

export const virtualNow = (anchor: Anchor): number => virtualAt(anchor, realNow());

/** While stopped, it runs at real pace. It never runs backwards, not even after `kill -9`. */
export function openClock(dataDir: string, scale: number): Anchor {
  const file = fileIn(dataDir);
  const now = realNow();
  const text = file.read();
  const earlier = text === undefined ? undefined : parsed(text, file.path);
  const virtual = earlier ? resumed(earlier, now) : now;
  const skipped = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const anchor = { real: now, virtual, scale, skipped };
  keep(file, anchor, { until: now + LEASE_MS, skipping: 0 });
  file.close();
  return anchor;
}

/** Lets the clock skip to an instant. It never runs backwards. */
export function skipTo(anchor: Anchor, instant: number): void {
  anchor.skipped[0] = (anchor.skipped[0] ?? 0) + ahead(anchor, instant);
}

const ahead = (anchor: Anchor, instant: number): number => Math.max(0, instant - virtualNow(anchor));

export function changePace(anchor: Anchor, scale: number): void {
  const real = realNow();
  const [skipped = 0] = anchor.skipped;
  Object.assign(anchor, { real, virtual: virtualAt(anchor, real) - skipped, scale });
}

type KeptClock = {
  skipTo: (instant: number) => void;
  /** Call it when the clock stops. */
  stop: () => void;
};

/** Stores how far the clock has run. A failure, such as a full disk, warns: the clock keeps running. */
export function keepClock(dataDir: string, anchor: Anchor, warn: (message: string) => void): KeptClock {
  const file = fileIn(dataDir);
  const writer = new GuardedWriter("The clock", warn);
  const store = (until: number, skipping = 0) => writer.write(() => keep(file, anchor, { until, skipping }));
  const timer = setInterval(() => store(realNow() + LEASE_MS), RENEW_MS);
  return {
    skipTo: (instant) => {
      // Stored first: after a crash, the clock must not be before an instant that an item already has.
      store(realNow() + LEASE_MS, ahead(anchor, instant));
      skipTo(anchor, instant);
    },
    stop: () => {
      clearInterval(timer);
      store(realNow());
      file.close();
    },
  };
}

/** A broken clock is no reason to guess: a guess could run backwards. */
function parsed(text: string, path: string): Kept {
  try {
    const kept: Kept = JSON.parse(text);
    if ([kept.real, kept.virtual, kept.scale, kept.until].every(Number.isFinite)) return kept;
  } catch {}
  throw new StartupFailure(
    `${path} is broken. Delete it to continue at the real time, or start with --reset to delete all state.`,
  );
}

/** Wider than five numbers with their names. */
const WIDTH = 256;
const fileIn = (dataDir: string) => new InPlaceFile(join(dataDir, "clock.json"), WIDTH);

function resumed(earlier: Kept, now: number): number {
  const ranUntil = Math.min(now, earlier.until);
  return virtualAt(earlier, ranUntil) + now - ranUntil;
}

function keep(
  file: InPlaceFile,
  { skipped: [skipped = 0], ...anchor }: Anchor,
  { until, skipping }: { until: number; skipping: number },
): void {
  const kept: Kept = { ...anchor, virtual: anchor.virtual + skipped + skipping, until };
  file.write(JSON.stringify(kept));
}

/** Makes this thread's `Date` follow the clock. Timers stay real, since they are deadlines of real I/O. */
export const installDate = (anchor: Anchor): void => installNow(() => virtualNow(anchor));

/** Makes this thread's `Date` take the present instant from `now`, in ms. */
export function installNow(now: () => number): void {
  const RealDate = Date;
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
