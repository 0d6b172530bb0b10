import type { redriveRelayCommand } from "../contract/operators/repair-commands.ts";
import { restartNames } from "../domain/event/timer-name.ts";
import { instantSince } from "../domain/time/since.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { InvalidEntry, type NewNames, relayEntry } from "../queues/relay-entry.ts";
import { listEndedExecutions } from "../queues/timer-executions.ts";
import { listPagesOf, listPartitionsSince, type Place } from "../store/event/outbox-history.ts";
import type { Item } from "../store/table/table.ts";
import { CommandProblem, type Run, type RunAnswer } from "./serve/command-run.ts";

/** Shortly before the function's own timeout. */
const TIMEOUT_MS = 270_000;
const AT_ONCE = 16;

type Tally = { relayed: number; restarted: number; invalid: number; failed: number };

/**
 * An entry that was processed starts nothing again, unless its timer failed: that one starts under a new
 * name. After a restore of the table, so do timers that ended well.
 */
export const redriveRelayRun: Run<typeof redriveRelayCommand> = async (
  { since: typed, resume, restored = false },
  { now },
) => {
  const since = instantSince(typed, now) ?? now;
  return {
    will: `Outbox entries and events since ${since.toISOString()} would be relayed again, and ${restored ? "ended" : "failed"} timers would start again`,
    act: () => redrive(since, { resume, restored }, now, TIMEOUT_MS),
  };
};

/** `resume`: a place, a slash, and the last item that is done. `next` names the last of a run. */
export async function redrive(
  since: Date,
  { resume = "", restored }: { resume: string | undefined; restored: boolean },
  now: Date,
  timeoutMs: number,
): Promise<RunAnswer> {
  const until = performance.now() + timeoutMs;
  // The execution of an entry cannot end before the entry is written.
  const failed = await listEndedExecutions(since, restored).catch(unlisted);
  const newNames = restartNames(failed ?? []);
  const tally = { relayed: 0, restarted: 0, invalid: 0, failed: 0 };
  const [first, done] = resume.split("/");
  let isReached = resume === "";
  let left: string | undefined;
  let isTimeLeft = true;
  for await (const place of listPartitionsSince(since, now)) {
    const after = place.name === first ? done : undefined;
    isReached ||= place.name === first;
    if (!isReached) continue;
    if (!isTimeLeft) {
      left ??= placeName(place, undefined);
      break;
    }
    const before = tally.failed;
    const last = await relayAll(place, after, { tally, newNames, until });
    // A failure in one place does not stop the others.
    if (tally.failed > before) left ??= placeName(place, after);
    else if (last !== undefined) left ??= placeName(place, last);
    isTimeLeft = performance.now() <= until;
  }
  if (!isReached) throw new CommandProblem("There is no such place");
  const did = failed
    ? summary(tally)
    : `${summary(tally)}. Failed timers could not be listed, and none started again`;
  if (left === undefined) return { ok: failed !== undefined, message: did };
  // Another run starts where time ran out. Entries that could not be relayed need an operator first.
  const next = { since: since.toISOString(), resume: left };
  if (!isTimeLeft && tally.failed === 0) return { ok: true, message: did, next };
  return { ok: false, message: `${did}. Continue with --since ${next.since} --resume ${left}` };
}

const placeName = ({ name }: Place, after: string | undefined) =>
  after === undefined ? name : `${name}/${after}`;

/** Emails and events do not need Step Functions, so they are relayed without its answer. */
function unlisted(error: unknown): undefined {
  logFault("redrive-relay", error);
}

/** When time runs out, returns the last item before which all are done. Some others are done twice. */
async function relayAll(
  { ranges }: Place,
  after: string | undefined,
  { tally, newNames, until }: { tally: Tally; newNames: NewNames; until: number },
): Promise<string | undefined> {
  const each = Math.ceil(AT_ONCE / ranges.length);
  const reached = await Promise.all(
    ranges.map(async (range) => {
      for await (const items of listPagesOf(range, after))
        for (let i = 0; i < items.length; i += each) {
          const some = items.slice(i, i + each);
          for (const outcome of await Promise.all(some.map((item) => again(item, newNames))))
            tally[outcome]++;
          if (performance.now() > until) return String(some.at(-1)?.sk);
        }
      return undefined;
    }),
  );
  return reached.filter((id) => id !== undefined).sort()[0];
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
