import type { redriveRelayCommand } from "../contract/operators/repair-commands.ts";
import { restartNames } from "../domain/event/timer-name.ts";
import { instantSince } from "../domain/since.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { InvalidEntry, type NewNames, relayEntry } from "../queues/relay-entry.ts";
import { listEndedExecutions } from "../queues/timer-executions.ts";
import { listPagesOf, listPartitionsSince, type Place } from "../store/event/outbox-history.ts";
import type { Item } from "../store/table/table.ts";
import { CommandRefusal, type Run, type RunAnswer } from "./serve/command-run.ts";

/** Shortly before the function's own timeout. */
const PATIENCE_MS = 270_000;
/** Entries relayed at the same time. */
const AT_ONCE = 16;

type Tally = { relayed: number; restarted: number; invalid: number; failed: number };

/**
 * Relays again the outbox entries and events since an instant. An entry that was processed before starts
 * nothing again, unless its timer failed: that one starts under a new name. After a restore of the table, so
 * do timers that ended well.
 */
export const redriveRelayRun: Run<typeof redriveRelayCommand> = async (
  { since: typed, resume, restored = false },
  { now },
) => {
  const since = instantSince(typed, now) ?? now;
  return {
    will: `Outbox entries and events since ${since.toISOString()} would be relayed again, and ${restored ? "ended" : "failed"} timers would start again`,
    act: () => redrive(since, { resume, restored }, now),
  };
};

async function redrive(
  since: Date,
  { resume, restored }: { resume: string | undefined; restored: boolean },
  now: Date,
): Promise<RunAnswer> {
  const until = performance.now() + PATIENCE_MS;
  const failed = await listEndedExecutions(restored).catch(unlisted);
  const newNames = restartNames(failed ?? []);
  const tally = { relayed: 0, restarted: 0, invalid: 0, failed: 0 };
  let found = resume === undefined;
  let left: string | undefined;
  let isTimeLeft = true;
  for await (const place of listPartitionsSince(since, now)) {
    found ||= place.name === resume;
    if (!found) continue;
    // A failure in one place does not stop the others.
    isTimeLeft = performance.now() <= until;
    if (!isTimeLeft || !(await relayAll(place, { tally, newNames, until }))) left ??= place.name;
    if (!isTimeLeft) break;
  }
  if (!found) throw new CommandRefusal("There is no such place");
  const done = failed
    ? summary(tally)
    : `${summary(tally)}. Failed timers could not be listed, and none started again`;
  if (left === undefined) return { ok: failed !== undefined, message: done };
  // Another run starts where time ran out. Entries that could not be relayed need an operator first.
  const next = { since: since.toISOString(), resume: left };
  if (!isTimeLeft && tally.failed === 0) return { ok: true, message: done, next };
  return { ok: false, message: `${done}. Continue with --since ${next.since} --resume ${left}` };
}

/** Emails and events do not need Step Functions, so they are relayed without its answer. */
function unlisted(error: unknown): undefined {
  logFault("redrive-relay", error);
}

/** Returns false when time ran out, or an entry could not be relayed now. */
async function relayAll(
  { ranges }: Place,
  { tally, newNames, until }: { tally: Tally; newNames: NewNames; until: number },
): Promise<boolean> {
  const each = Math.ceil(AT_ONCE / ranges.length);
  const before = tally.failed;
  const done = await Promise.all(
    ranges.map(async (range) => {
      for await (const items of listPagesOf(range))
        for (let i = 0; i < items.length; i += each) {
          if (performance.now() > until) return false;
          const some = items.slice(i, i + each).map((item) => again(item, newNames));
          for (const outcome of await Promise.all(some)) tally[outcome]++;
        }
      return true;
    }),
  );
  return done.every(Boolean) && tally.failed === before;
}

async function again(item: Item, newNames: NewNames): Promise<keyof Tally> {
  try {
    await relayEntry(item, newNames);
    // The timer of a replay has the name of its entry.
    return newNames.has(String(item.name ?? item.sk)) ? "restarted" : "relayed";
  } catch (error) {
    if (error instanceof InvalidEntry) return "invalid";
    logFault("redrive-relay", error);
    return "failed";
  }
}

const summary = ({ relayed, restarted, invalid, failed }: Tally) =>
  [
    `${relayed} entries and events were relayed`,
    ...(restarted > 0 ? [`timers started again: ${restarted}`] : []),
    ...(invalid > 0 ? [`${invalid} can never be relayed`] : []),
    ...(failed > 0 ? [`${failed} could not be relayed now`] : []),
  ].join(", ");
