import { unmarshall } from "@aws-sdk/util-dynamodb";
import { redriveRelay as command } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve-command.ts";
import { isOf } from "../../shared/store/keys.ts";
import { type NewItem, newItemsSince } from "../../shared/store/table-stream.ts";
import { carry, Hopeless } from "../events/carry.ts";

/** Shortly before the function's own end. */
const PATIENCE_MS = 25_000;

/** Carries everything on once more that was left in the outbox or emitted since an instant: what started then starts nothing twice. */
export const handler = serveCommand(command, async ({ since }) => {
  const until = performance.now() + PATIENCE_MS;
  const tally = { carried: 0, hopeless: 0 };
  for await (const items of newItemsSince(new Date(since))) {
    if (performance.now() > until) return { ok: false, message: unfinished(tally, items) };
    for (const outcome of await Promise.all(items.map(({ image }) => again(unmarshall(image)))))
      if (outcome) tally[outcome]++;
  }
  return { ok: true, message: summary(tally) };
});

async function again(item: Record<string, unknown>): Promise<"carried" | "hopeless" | undefined> {
  const key = { pk: String(item.pk), sk: String(item.sk) };
  if (!isOf("outbox", key) && !isOf("event", key)) return undefined;
  try {
    await carry(item);
    return "carried";
  } catch (error) {
    if (error instanceof Hopeless) return "hopeless";
    throw error;
  }
}

const summary = ({ carried, hopeless }: { carried: number; hopeless: number }) =>
  `${carried} entries and events were carried on${hopeless > 0 ? `, and ${hopeless} that never can be were left` : ""}`;

const unfinished = (tally: { carried: number; hopeless: number }, [next]: NewItem[]) =>
  `${summary(tally)}. There was no time for all: go on with --since ${next?.at.toISOString()}`;
