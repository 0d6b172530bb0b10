import type { redriveQueuesCommand } from "../contract/operators/repair-commands.ts";
import { countMessages, moveDeadLetters, type StageQueue, stageQueues } from "../queues/dead-letters.ts";
import type { List } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Plan, type Run } from "./serve/command-run.ts";

export const listQueuesRun: List<"queues"> = async () => {
  const data = await Promise.all(
    stageQueues.map(async ({ name, queue, letters }) => ({
      queue: name,
      ...(queue === undefined ? {} : await countMessages(queue)),
      dead_letters: letters && (await deadLettersOf({ letters })),
    })),
  );
  const dead = data.reduce((sum, { dead_letters = 0 }) => sum + Number(dead_letters), 0);
  return { ok: true, message: `${numbered(data.length, "queue")}, ${numbered(dead, "dead letter")}`, data };
};

async function deadLettersOf({ letters }: Pick<StageQueue, "letters">): Promise<number> {
  return letters ? (await countMessages(letters)).waiting : 0;
}

/** Moves dead letters back to their queues. A hint for a finished delivery is a no-op. */
async function redriving(chosen: readonly StageQueue[]): Promise<Plan> {
  const totals = await Promise.all(
    chosen.map(async (queue) => ({ queue, shown: `${queue.name} (${await deadLettersOf(queue)})` })),
  );
  return {
    will: `The dead letters of ${totals.map(({ shown }) => shown).join(", ")} would move back to their queues`,
    act: async () => {
      const started: string[] = [];
      const failed: string[] = [];
      for (const { queue, shown } of totals) ((await moveDeadLetters(queue)) ? started : failed).push(shown);
      const message = `Redriving: ${started.join(", ") || "none"}`;
      if (failed.length === 0) return { ok: true, message };
      return { ok: false, message: `${message}. Failed or already running: ${failed.join(", ")}` };
    },
  };
}

const movable = stageQueues.filter(({ queue, letters }) => queue !== undefined && letters !== undefined);

const groups: Record<string, readonly string[]> = {
  all: movable.map(({ name }) => name),
  webhooks: ["events", "first", "waiting"],
};

export const redriveQueuesRun: Run<typeof redriveQueuesCommand> = async ({ queue }) => {
  if (queue === "relay")
    throw new CommandProblem("Dead letters of the outbox relay need the command relay redrive --since TIME");
  const chosen = movable.filter(({ name }) => (groups[queue] ?? [queue]).includes(name));
  if (chosen.length === 0)
    throw new CommandProblem(
      `No queue ${queue} has dead letters. There are: ${movable.map(({ name }) => name).join(", ")}`,
    );
  return redriving(chosen);
};
