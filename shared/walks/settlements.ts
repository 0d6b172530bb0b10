import { freezeNextDay, hasUnsettledDay, isPlace } from "../store/ledger/frozen-days.ts";
import type { WalkJob } from "./job.ts";

/** A long day takes many pages, and each says in its message where it is. */
export const settlementsJob: WalkJob = {
  // Most accounts have no movement on most days, so they need no page.
  concerns: hasUnsettledDay,
  async page({ owner, day }, now) {
    const next = await freezeNextDay(owner, now, day);
    if (!next) return { done: "no day" };
    if (!isPlace(next)) return { done: `${next.date} frozen`, reached: next.date, isFull: true };
    return { done: `${next.date} until ${next.after}`, reached: next.after, isFull: true, day: next };
  },
};
