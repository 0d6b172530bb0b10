import { randomUUID } from "node:crypto";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json };
type Message = { ReceiptHandle: string; Body: string; MessageAttributes?: Json; Attributes?: Json };
type Call = (operation: string, body: Json) => Promise<Answer>;
/** Two queues that a redrive policy connects. */
export type Redrive = { source: string; deadLetters: string };

/** The ARN of the queue that a dead-letter queue's messages return to, or the reason for a refusal. */
export function destinationOf(
  { SourceArn, DestinationArn }: Json,
  redrives: Redrive[],
): string | { refused: string } {
  const sources = redrives.filter(({ deadLetters }) => deadLetters === SourceArn).map(({ source }) => source);
  if (sources.length === 0) return { refused: "Source queue must be configured as a Dead Letter Queue." };
  if (DestinationArn !== undefined) return String(DestinationArn);
  if (sources.length === 1) return sources[0] as string;
  return {
    refused: "The local cloud does not know which queue each message came from. Pass a DestinationArn.",
  };
}

/** Moves all messages of a queue to another before it replies. AWS moves them after its reply. */
export async function moveMessages(from: string, to: string, call: Call): Promise<Answer> {
  const must = async (operation: string, body: Json): Promise<Json> => {
    const answer = await call(operation, body);
    if (answer.status !== 200) throw new Error(`${operation} failed: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (;;) {
    const { Messages = [] } = (await must("ReceiveMessage", {
      QueueUrl: from,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ["All"],
      MessageSystemAttributeNames: ["MessageGroupId", "MessageDeduplicationId"],
    })) as { Messages?: Message[] };
    if (Messages.length === 0) return { status: 200, body: { TaskHandle: randomUUID() } };
    for (const { Body, MessageAttributes, Attributes, ReceiptHandle } of Messages) {
      const { MessageGroupId, MessageDeduplicationId } = Attributes ?? {};
      const ordered = {
        MessageGroupId,
        ...(MessageDeduplicationId !== undefined && { MessageDeduplicationId: randomUUID() }),
      };
      await must("SendMessage", { QueueUrl: to, MessageBody: Body, MessageAttributes, ...ordered });
      await must("DeleteMessage", { QueueUrl: from, ReceiptHandle });
    }
  }
}
