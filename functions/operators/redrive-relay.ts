import { redriveRelayCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { logFault } from "../../shared/http/serve/telemetry.ts";
import { carry, Hopeless } from "../../shared/queues/carry.ts";
import { listPagesOf, listPartitionsSince, type Place } from "../../shared/store/event/outbox-history.ts";
import type { Item } from "../../shared/store/table/table.ts";

/** Shortly before the function's own end. */
const PATIENCE_MS = 270_000;
/** As many as Step Functions starts in the time that it takes: a burst of thousands is refused. */
const AT_ONCE = 16;

type Tally = { carried: number; hopeless: number; failed: number };

/** Carries everything on once more that was left in the outbox or emitted since an instant: what started then starts nothing twice. */
export const handler = serveCommand(redriveRelayCommand, async ({ since, resume }, now) => {
  const until = performance.now() + PATIENCE_MS;
  const tally = { carried: 0, hopeless: 0, failed: 0 };
  let found = resume === undefined;
  let left: string | undefined;
  for await (const place of listPartitionsSince(new Date(since), now)) {
    found ||= place.name === resume;
    if (!found) continue;
    // What fails in one place is no reason to leave the others as they are.
    const isTimeLeft = performance.now() <= until;
    if (!isTimeLeft || !(await carryAll(place, tally, until))) left ??= place.name;
    if (!isTimeLeft) break;
  }
  if (!found) return { ok: false, message: "There is no such place" };
  if (left === undefined) return { ok: true, message: summary(tally) };
  return { ok: false, message: `${summary(tally)}. Go on with --since ${since} --resume ${left}` };
});

/** False when there was no time for all, or some could not be carried now. */
async function carryAll({ ranges }: Place, tally: Tally, until: number): Promise<boolean> {
  const each = Math.ceil(AT_ONCE / ranges.length);
  const before = tally.failed;
  const done = await Promise.all(
    ranges.map(async (range) => {
      for await (const items of listPagesOf(range))
        for (let i = 0; i < items.length; i += each) {
          if (performance.now() > until) return false;
          for (const outcome of await Promise.all(items.slice(i, i + each).map(again))) tally[outcome]++;
        }
      return true;
    }),
  );
  return done.every(Boolean) && tally.failed === before;
}

async function again(item: Item): Promise<keyof Tally> {
  try {
    await carry(item);
    return "carried";
  } catch (error) {
    if (error instanceof Hopeless) return "hopeless";
    logFault(redriveRelayCommand.name, error);
    return "failed";
  }
}

const summary = ({ carried, hopeless, failed }: Tally) =>
  [
    `${carried} entries and events were carried on`,
    ...(hopeless > 0 ? [`${hopeless} that never can be were left`] : []),
    ...(failed > 0 ? [`${failed} could not be now`] : []),
  ].join(", ");
