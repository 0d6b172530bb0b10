import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { sqs } from "./sqs.ts";

/** By name. The outbox relay has dead letters and no queue. */
export type StageQueue = { name: string; queue?: string; letters?: string };

export const stageQueues: readonly StageQueue[] = (
  JSON.parse(process.env.QUEUES ?? "[]") as [string, string, string][]
).map(([name, queue, letters]) => ({ name, ...(queue && { queue }), ...(letters && { letters }) }));

const { AWS_REGION: region, ACCOUNT_ID: account, AWS_ENDPOINT_URL: local } = process.env;
const urlOf = (queue: string) => `${local ?? `https://sqs.${region}.amazonaws.com`}/${account}/${queue}`;
const arnOf = (queue: string) => `arn:aws:sqs:${region}:${account}:${queue}`;

/** The messages of a queue, by what they wait for. SQS counts them with a delay of about a minute. */
export async function countMessages(queue: string) {
  const AttributeNames = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
    "ApproximateNumberOfMessagesDelayed",
  ] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [...AttributeNames] }),
  );
  const [waiting = 0, in_flight = 0, delayed = 0] = AttributeNames.map((name) =>
    Number(Attributes[name] ?? 0),
  );
  return { waiting, in_flight, delayed };
}

/** Starts to move all dead letters of a queue back. SQS refuses a second move while one is under way. */
export const moveDeadLetters = ({ letters = "", queue = "" }: StageQueue): Promise<boolean> =>
  sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arnOf(letters), DestinationArn: arnOf(queue) })).then(
    () => true,
    () => false,
  );
