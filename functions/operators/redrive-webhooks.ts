import { SQSClient, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { redriveWebhooksCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";

const sqs = new SQSClient({ maxAttempts: 3 });
const queues: { name: string; from: string; to: string }[] = JSON.parse(process.env.DEAD_LETTERS ?? "[]");

/** Sends dead letters back to their queues. A hint whose delivery has moved on is a no-op. */
export const handler = serveCommand(redriveWebhooksCommand, async () => {
  const begun = await Promise.allSettled(
    queues.map(({ from, to }) =>
      sqs.send(new StartMessageMoveTaskCommand({ SourceArn: from, DestinationArn: to })),
    ),
  );
  const names = (status: string) =>
    queues.filter((_, i) => begun[i]?.status === status).map(({ name }) => name);
  const [going, failed] = [names("fulfilled"), names("rejected")];
  const message = `Dead letters go back to their queues: ${going.join(", ") || "none"}`;
  if (failed.length === 0) return { ok: true, message };
  // A queue has one move at a time, so an earlier move may still run.
  return { ok: false, message: `${message}. Not begun, or under way already: ${failed.join(", ")}` };
});
