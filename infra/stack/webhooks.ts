import { Duration, type NestedStack } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { DeduplicationScope, FifoThroughputLimit, type Queue, type QueueProps } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import { WRITER_SECONDS } from "../../shared/domain/item/horizon.ts";
import type { Functions } from "./operation-function.ts";
import type { DuePayouts } from "./payouts/due-payouts.ts";
import type { PayoutBatches } from "./payouts/payout-batches.ts";
import { counting, deadLetterQueue, feed, reading, sending, workQueue } from "./queues.ts";
import { schedule } from "./schedule.ts";

/** Shorter than a lease: no other signer makes the attempt meanwhile. An attempt takes at most 15 s. */
const TIMEOUT = Duration.seconds(WRITER_SECONDS);
const FAN_OUT_TIMEOUT = Duration.seconds(10);

/** SQS gives out one batch of a message group at a time. Groups do not wait for each other. */
const ordered = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} satisfies QueueProps;

type WebhooksProps = {
  functions: Functions;
  upkeep: NestedStack;
  batches: PayoutBatches;
  due: DuePayouts;
};

/**
 * Events to fan out, three lanes of hints (`shared/queues/hints.ts`), and a sweeper for longer waits. A
 * receiver's failure never fails a message, so the dead letters contain our own faults only.
 */
export class Webhooks extends Construct {
  readonly fanOut: Queue;
  readonly first: Queue;
  readonly everyMinute: IFunction;
  readonly later: Queue;
  readonly slow: Queue;
  readonly deadLetters: Readonly<Record<"events" | "first" | "waiting", Queue>>;

  constructor(scope: Construct, id: string, { functions, upkeep, batches, due }: WebhooksProps) {
    super(scope, id);
    this.deadLetters = {
      events: deadLetterQueue(this, "EventDeadLetters"),
      first: deadLetterQueue(this, "FirstDeadLetters", ordered),
      waiting: deadLetterQueue(this, "WaitingDeadLetters"),
    };
    const { events, first: firstLetters, waiting } = this.deadLetters;
    this.fanOut = workQueue(this, "FanOut", { letters: events, timeout: FAN_OUT_TIMEOUT });
    this.first = workQueue(this, "First", { letters: firstLetters, timeout: TIMEOUT, ...ordered });
    this.later = workQueue(this, "Later", { letters: waiting, timeout: TIMEOUT });
    this.slow = workQueue(this, "Slow", { letters: waiting, timeout: TIMEOUT });

    const fanOut = functions.add(workers.fanOutEvent, {
      timeout: FAN_OUT_TIMEOUT,
      environment: { FIRST_QUEUE_URL: this.first.queueUrl },
      statements: [reading(this.fanOut), sending(this.first)],
    });
    feed(this, "EventsToFanOut", { queue: this.fanOut, target: fanOut, maxConcurrency: 10 });

    const { later, slow } = this;
    const lanes = {
      FIRST_QUEUE_URL: this.first.queueUrl,
      LATER_QUEUE_URL: later.queueUrl,
      SLOW_QUEUE_URL: slow.queueUrl,
    };
    const signer = functions.add(workers.deliverWebhook, {
      // A retry within 90 seconds returns to the lane of retries, in batches that mix many chains.
      mayLoop: true,
      timeout: TIMEOUT,
      environment: lanes,
      statements: [reading(this.first, later, slow), sending(later, slow)],
    });
    feed(this, "FirstToSigner", { queue: this.first, target: signer, maxConcurrency: 100 });
    feed(this, "LaterToSigner", { queue: later, target: signer, maxConcurrency: 10 });
    feed(this, "SlowToSigner", {
      queue: slow,
      target: signer,
      maxConcurrency: 50,
      // Slow endpoints fill whole batches here, so they cost few invocations.
      maxBatchingWindow: Duration.seconds(1),
    });

    this.everyMinute = functions.add(workers.sweepDeliveries, {
      timeout: TIMEOUT,
      // One invocation sends all hints of a minute, and CPU is its limit.
      memorySize: 2048,
      environment: { ...lanes, ...due.hinting.environment, BATCH_QUEUE_URL: batches.queue.queueUrl },
      statements: [sending(later, batches.queue, due.queue), counting(this.first, later, slow, due.queue)],
    });
    schedule(upkeep, "WebhooksEveryMinute", {
      description: "Runs the sweeper of deliveries and payouts that are due",
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: this.everyMinute,
      retries: { attempts: 0, within: Duration.minutes(1) },
    });
  }
}
