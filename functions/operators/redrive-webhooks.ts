import { SQSClient, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { redriveWebhooks as command } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve-command.ts";

const sqs = new SQSClient({ maxAttempts: 3 });
const queues: { name: string; from: string; to: string }[] = JSON.parse(process.env.DEAD_LETTERS ?? "[]");

/** Sends what we failed over back to where it came from. A hint whose delivery has moved on does nothing there. */
export const handler = serveCommand(command, async () => {
  for (const { from, to } of queues)
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: from, DestinationArn: to }));
  const names = queues.map(({ name }) => name).join(", ");
  return { ok: true, message: `Dead letters go back to their queues: ${names}` };
});
