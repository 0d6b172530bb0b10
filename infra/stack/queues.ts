import { Duration, type Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, type EventSourceMappingOptions, type IFunction } from "aws-cdk-lib/aws-lambda";
import { CfnQueuePolicy, Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** Every queue of ours: encrypted, and kept for as long as SQS keeps anything. `requireTls` does the rest. */
const secured = {
  encryption: QueueEncryption.SQS_MANAGED,
  retentionPeriod: Duration.days(14),
} satisfies QueueProps;

/** Tries before a message goes to the dead letters: half an hour of our own failing, or longer with the reader's timeout. */
const TRIES = 30;

export const deadLetterQueue = (scope: Construct, id: string, more: QueueProps = {}): Queue =>
  new Queue(scope, id, { ...secured, ...more });

/**
 * Has all queues of the stack that were made so far asked over TLS alone. A queue has one policy; those without one share this one,
 * since the template may hold 500 resources. Its resource is `*`, in a queue's policy the queue itself: SQS takes no list of queues.
 */
export function requireTls(stack: Stack): void {
  const overTls = new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ["sqs:*"],
    resources: ["*"],
    conditions: { Bool: { "aws:SecureTransport": "false" } },
  });
  const queues = stack.node.findAll().filter((each) => each instanceof Queue);
  const others = queues.filter((queue) => !queue.node.tryFindChild("Policy"));
  for (const queue of queues) if (!others.includes(queue)) queue.addToResourcePolicy(overTls);
  new CfnQueuePolicy(stack, "QueuesOverTls", {
    queues: others.map(({ queueUrl }) => queueUrl),
    policyDocument: new PolicyDocument({ statements: [overTls] }),
  });
}

type WorkQueue = QueueProps & {
  letters: Queue;
  /** The timeout of the function that reads it. */
  timeout: Duration;
};

/** A queue that a function reads. Its messages stay hidden for six timeouts of the reader, as Lambda asks. */
export const workQueue = (scope: Construct, id: string, { letters, timeout, ...more }: WorkQueue): Queue =>
  new Queue(scope, id, {
    ...secured,
    ...more,
    visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
    deadLetterQueue: { queue: letters, maxReceiveCount: TRIES },
  });

type Feed = EventSourceMappingOptions & { queue: Queue; target: IFunction };

/** Runs a function on what a queue holds. It says itself which messages of a batch have failed. */
export function feed(scope: Construct, id: string, { queue, ...more }: Feed): void {
  new EventSourceMapping(scope, id, {
    eventSourceArn: queue.queueArn,
    batchSize: 10,
    reportBatchItemFailures: true,
    ...more,
  });
}

/** What a reader of queues may do: CDK's own grant says more. */
export const reading = (...queues: Queue[]): PolicyStatement =>
  new PolicyStatement({
    actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
    resources: queues.map(({ queueArn }) => queueArn),
  });

export const sending = (...queues: Queue[]): PolicyStatement =>
  new PolicyStatement({ actions: ["sqs:SendMessage"], resources: queues.map(({ queueArn }) => queueArn) });
