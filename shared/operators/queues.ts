import { StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import type { redriveWebhooksCommand } from "../contract/operators/repair-commands.ts";
import { sqs } from "../queues/sqs.ts";
import type { Run } from "./command-run.ts";

const queues: { name: string; from: string; to: string }[] = JSON.parse(process.env.DEAD_LETTERS ?? "[]");

/** Moves the dead letters of webhooks back to their queues. A hint for a finished delivery is a no-op. */
export const redriveWebhooksRun: Run<typeof redriveWebhooksCommand> = async () => ({
  will: `The dead letters of ${queues.map(({ name }) => name).join(", ")} would move back to their queues`,
  act: async () => {
    const started: string[] = [];
    const failed: string[] = [];
    for (const { name, from, to } of queues)
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: from, DestinationArn: to })).then(
        () => started.push(name),
        () => failed.push(name),
      );
    const message = `Redriving: ${started.join(", ") || "none"}`;
    if (failed.length === 0) return { ok: true, message };
    // SQS refuses a second move from a queue while the first is under way.
    return { ok: false, message: `${message}. Failed or already running: ${failed.join(", ")}` };
  },
});
