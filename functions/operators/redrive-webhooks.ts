import { StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { redriveWebhooksCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { sqs } from "../../shared/queues/sqs.ts";

const queues: { name: string; from: string; to: string }[] = JSON.parse(process.env.DEAD_LETTERS ?? "[]");

/** Moves the dead letters of webhooks back to their queues. A hint for a finished delivery is a no-op. */
export const handler = serveCommand(redriveWebhooksCommand, async () => {
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
});
