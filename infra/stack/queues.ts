import { Duration, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  type IFunction,
  type MetricsConfig,
  MetricType,
} from "aws-cdk-lib/aws-lambda";
import { CfnQueuePolicy, Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { allow } from "./access/allow.ts";
import { stageKeyOf } from "./customer-key.ts";
import { addMaximum, maxAtOnce } from "./settings/shares.ts";

/** Every queue is encrypted, and stores messages for SQS's maximum. `requireTls` adds the policy. */
function secured(scope: Construct): QueueProps {
  const key = stageKeyOf(scope);
  const encrypted: QueueProps = key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key, dataKeyReuse: Duration.hours(1) }
    : { encryption: QueueEncryption.SQS_MANAGED };
  return { ...encrypted, retentionPeriod: Duration.days(14) };
}

/** Receives before the dead letters: at least half an hour, more with a longer visibility timeout. */
const ATTEMPTS = 30;

export const deadLetterQueue = (scope: Construct, id: string, more: QueueProps = {}): Queue =>
  new Queue(scope, id, { ...secured(scope), ...more });

/**
 * Without TLS, at every queue so far. All queues without a policy share one. Its `*` is the queue itself:
 * SQS refuses a statement that lists several.
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
  letters?: Queue;
  timeout: Duration;
  attempts?: number;
};

/** A queue that a function reads. A message stays hidden for six of its timeouts, as Lambda recommends. */
export const workQueue = (
  scope: Construct,
  id: string,
  { letters, timeout, attempts = ATTEMPTS, ...more }: WorkQueue,
): Queue =>
  new Queue(scope, id, {
    ...secured(scope),
    ...more,
    visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
    ...(letters && { deadLetterQueue: { queue: letters, maxReceiveCount: attempts } }),
  });

type Feed = EventSourceMappingOptions & {
  queue: Queue;
  target: IFunction;
  maxConcurrency: number;
};

/** A mapping writes a metric with each poll, also of an empty queue. Alarms miss it if it stops. */
export const heartbeat: MetricsConfig = { metrics: [MetricType.EVENT_COUNT] };

/** By a mapping in a nested stack where one of them is. The function reports the failed messages. */
export function feed(scope: Construct, id: string, { queue, maxConcurrency, ...more }: Feed): void {
  const maximum = maxAtOnce(scope, maxConcurrency);
  addMaximum(more.target, maximum);
  new EventSourceMapping(Stack.of(more.target).nested ? more.target : scope, id, {
    eventSourceArn: queue.queueArn,
    batchSize: 10,
    reportBatchItemFailures: true,
    metricsConfig: heartbeat,
    maxConcurrency: maximum,
    ...more,
  });
}

const allowing =
  (...actions: string[]) =>
  (...queues: Queue[]): PolicyStatement =>
    allow(
      actions.map((action) => `sqs:${action}`),
      queues.map(({ queueArn }) => queueArn),
    );
/** The least that a reader of queues needs. CDK's own grant allows more. */
export const reading = allowing("ReceiveMessage", "DeleteMessage", "GetQueueAttributes");
export const sending = allowing("SendMessage");
export const counting = allowing("GetQueueAttributes");
/** From dead letters back to their queues. */
export const moving = allowing(
  "StartMessageMoveTask",
  "ReceiveMessage",
  "DeleteMessage",
  "GetQueueAttributes",
);
