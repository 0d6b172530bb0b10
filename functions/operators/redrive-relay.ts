import { redriveRelayCommand } from "../../shared/contract/commands.ts";
import { restartNames } from "../../shared/domain/event/timer-name.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { logFault } from "../../shared/http/serve/telemetry.ts";
import { InvalidEntry, type NewNames, relayEntry } from "../../shared/queues/relay-entry.ts";
import { listFailedExecutions } from "../../shared/queues/timer-executions.ts";
import { listPagesOf, listPartitionsSince, type Place } from "../../shared/store/event/outbox-history.ts";
import type { Item } from "../../shared/store/table/table.ts";

/** Shortly before the function's own timeout. */
const PATIENCE_MS = 270_000;
/** Entries relayed at the same time. */
const AT_ONCE = 16;

type Tally = { relayed: number; restarted: number; invalid: number; failed: number };

/**
 * Relays again the outbox entries and events since an instant. An entry that was processed before starts
 * nothing again, unless its timer failed: that one starts under a new name.
 */
export const handler = serveCommand(redriveRelayCommand, async ({ since, resume }, now) => {
  const until = performance.now() + PATIENCE_MS;
  const failed = await listFailedExecutions().catch(unlisted);
  const newNames = restartNames(failed ?? []);
  const tally = { relayed: 0, restarted: 0, invalid: 0, failed: 0 };
  let found = resume === undefined;
  let left: string | undefined;
  for await (const place of listPartitionsSince(new Date(since), now)) {
    found ||= place.name === resume;
    if (!found) continue;
    // A failure in one place does not stop the others.
    const isTimeLeft = performance.now() <= until;
    if (!isTimeLeft || !(await relayAll(place, { tally, newNames, until }))) left ??= place.name;
    if (!isTimeLeft) break;
  }
  if (!found) return { ok: false, message: "There is no such place" };
  const done = failed
    ? summary(tally)
    : `${summary(tally)}. Failed timers could not be listed, and none started again`;
  if (left === undefined) return { ok: failed !== undefined, message: done };
  return { ok: false, message: `${done}. Continue with --since ${since} --resume ${left}` };
});

/** Emails and events do not need Step Functions, so they are relayed without its answer. */
function unlisted(error: unknown): undefined {
  logFault(redriveRelayCommand.name, error);
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
    logFault(redriveRelayCommand.name, error);
    return "failed";
  }
}

const summary = ({ relayed, restarted, invalid, failed }: Tally) =>
  [
    `${relayed} entries and events were relayed`,
    ...(restarted > 0 ? [`failed timers started again: ${restarted}`] : []),
    ...(invalid > 0 ? [`${invalid} can never be relayed`] : []),
    ...(failed > 0 ? [`${failed} could not be relayed now`] : []),
  ].join(", ");
