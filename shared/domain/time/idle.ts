import { DAY } from "../limit/window.ts";

/** A run before `idle_until` has nothing to do, unless an item changes. A local cloud that skips omits it. */
export type Idle = { idle_until: string };

/** The reply of a run at `now`, whose function has work at `next`, in ms, and looks again after a day. */
export const idleUntil = (now: Date, next = Number.POSITIVE_INFINITY): Idle => ({
  idle_until: new Date(Math.min(next, now.getTime() + DAY * 1000)).toISOString(),
});
