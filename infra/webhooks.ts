import { Duration, Stack } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../shared/contract/service.ts";
import type { Extra, Functions } from "./operation-function.ts";

/** An attempt takes 15 s at most. As long as a lease: nobody takes over what its signer may still be at. */
const TIMEOUT = Duration.seconds(30);
/** Six times a function's timeout, as Lambda asks of a queue it reads. */
const visibilityOf = (timeout: Duration) => Duration.seconds(6 * timeout.toSeconds());
const FAN_OUT_TIMEOUT = Duration.seconds(10);
/** An hour and a half of our own failing before a hint goes to the dead letters, and half an hour before an event does. */
const TRIES = 30;

const secured = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
} satisfies QueueProps;

/** One group's messages are in work in one place only, and groups do not wait for each other. */
const ordered = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} satisfies QueueProps;

/**
 * From an event to its receivers: a queue of events to fan out, three of hints at deliveries (see `functions/webhooks/hints.ts`),
 * and a sweeper of what waits longer than a hint does. Dead letters are what we failed over, never what a receiver did.
 */
export class Webhooks extends Construct {
  readonly fanOut: Queue;
  readonly first: Queue;
  readonly sweeper: LambdaFunction;
  /** What the operators' command needs that sends dead letters back. */
  readonly redrive: Extra;
  readonly deadLetters: Readonly<Record<"events" | "first" | "waiting", Queue>>;

  constructor(scope: Construct, id: string, { functions }: { functions: Functions }) {
    super(scope, id);
    this.deadLetters = {
      events: new Queue(this, "EventDeadLetters", secured),
      first: new Queue(this, "FirstDeadLetters", { ...secured, ...ordered }),
      waiting: new Queue(this, "WaitingDeadLetters", secured),
    };
    const { events, first: firstLetters, waiting } = this.deadLetters;
    this.fanOut = this.#queue("FanOut", events, FAN_OUT_TIMEOUT);
    this.first = this.#queue("First", firstLetters, TIMEOUT, ordered);
    const later = this.#queue("Later", waiting, TIMEOUT);
    const slow = this.#queue("Slow", waiting, TIMEOUT);

    const fanOut = functions.add(workers.fanOutEvent, {
      timeout: FAN_OUT_TIMEOUT,
      environment: { FIRST_QUEUE_URL: this.first.queueUrl },
      statements: [reading(this.fanOut), sending(this.first)],
    });
    this.#feed("EventsToFanOut", this.fanOut, fanOut, 10);

    const signer = functions.add(workers.deliverWebhook, {
      timeout: TIMEOUT,
      environment: {
        FIRST_QUEUE_URL: this.first.queueUrl,
        LATER_QUEUE_URL: later.queueUrl,
        SLOW_QUEUE_URL: slow.queueUrl,
      },
      statements: [reading(this.first, later, slow), sending(later, slow)],
    });
    this.#feed("FirstToSigner", this.first, signer, 100);
    this.#feed("LaterToSigner", later, signer, 10);
    // Whoever hangs has this lane to hang in, in full batches.
    this.#feed("SlowToSigner", slow, signer, 10, Duration.seconds(1));

    this.sweeper = functions.add(workers.sweepDeliveries, {
      timeout: TIMEOUT,
      environment: { LATER_QUEUE_URL: later.queueUrl },
      statements: [sending(later)],
    });
    this.#everyMinute(this.sweeper);
    this.redrive = redriving(this, [
      ["events", events, this.fanOut],
      ["first", firstLetters, this.first],
      // Whichever of the two it was: the signer sees for itself who is slow.
      ["waiting", waiting, later],
    ]);
  }

  #queue(id: string, letters: Queue, timeout: Duration, more: QueueProps = {}): Queue {
    return new Queue(this, id, {
      ...secured,
      ...more,
      visibilityTimeout: visibilityOf(timeout),
      deadLetterQueue: { queue: letters, maxReceiveCount: TRIES },
    });
  }

  #feed(id: string, queue: Queue, target: LambdaFunction, maxConcurrency: number, window?: Duration): void {
    new EventSourceMapping(this, id, {
      target,
      eventSourceArn: queue.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency,
      ...(window && { maxBatchingWindow: window }),
    });
  }

  #everyMinute(target: LambdaFunction): void {
    // By itself, the target would grant every version of the function too.
    const role = new Role(this, "ScheduleRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
      inlinePolicies: {
        sweep: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [target.functionArn] }),
          ],
        }),
      },
    });
    new Schedule(this, "EveryMinute", {
      description: "Finds the deliveries that are due",
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(target, { role: role.withoutPolicyUpdates(), retryAttempts: 0 }),
    });
  }
}

function redriving(scope: Construct, moves: [name: string, from: Queue, to: Queue][]): Extra {
  return {
    environment: {
      DEAD_LETTERS: Stack.of(scope).toJsonString(
        moves.map(([name, from, to]) => ({ name, from: from.queueArn, to: to.queueArn })),
      ),
    },
    statements: [
      new PolicyStatement({
        actions: [
          "sqs:StartMessageMoveTask",
          "sqs:ReceiveMessage",
          "sqs:DeleteMessage",
          "sqs:GetQueueAttributes",
        ],
        resources: moves.map(([, from]) => from.queueArn),
      }),
      sending(...moves.map(([, , to]) => to)),
    ],
  };
}

const reading = (...queues: Queue[]) =>
  new PolicyStatement({
    actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
    resources: queues.map(({ queueArn }) => queueArn),
  });

const sending = (...queues: Queue[]) =>
  new PolicyStatement({ actions: ["sqs:SendMessage"], resources: queues.map(({ queueArn }) => queueArn) });
