import { contribute } from "../http/savings/contribute.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { listDueContributions, putMark } from "../store/savings/contributions.ts";
import { WALK_PAGE, type WalkJob } from "./job.ts";
import { openSince, warnOfOpen } from "./open-money.ts";

/** A rail may take three seconds for each. */
const AT_ONCE = 5;

/** One that fails has no effect on others: the next day's walk begins after those that are finished. */
export const contributionsJob: WalkJob = {
  concerns: async (owner, now) => (await listDueContributions(owner, undefined, 1, now)).due.length > 0,
  async page({ owner, after }, now) {
    const { due, mark } = await listDueContributions(owner, after, WALK_PAGE, now);
    const last = due.at(-1);
    if (!last) return { done: "empty" };
    const finished: boolean[] = [];
    for (let i = 0; i < due.length; i += AT_ONCE) {
      const group = due.slice(i, i + AT_ONCE).map((contribution) => contribute(owner, contribution, now));
      for (const result of await Promise.allSettled(group)) {
        if (result.status === "rejected") logFault("walk-tax-events", result.reason);
        finished.push(result.status === "fulfilled" && result.value !== "waiting");
      }
    }
    const open = finished.indexOf(false);
    if (due.some(({ send_at }, i) => !finished[i] && send_at < openSince(now)))
      warnOfOpen(owner, "contributions");
    const reached = due[(open === -1 ? due.length : open) - 1];
    if (reached && (after ?? mark) === mark) await putMark(owner, reached.id, now);
    const done = `${due.length} contributions, ${finished.filter(Boolean).length} finished`;
    return { done, reached: last.id, isFull: due.length === WALK_PAGE };
  },
};
