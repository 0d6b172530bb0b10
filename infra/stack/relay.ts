import { Duration, Validations } from "aws-cdk-lib";
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import type { Noun } from "../../shared/domain/access/noun.ts";
import { prefixOf } from "../../shared/store/keys/keys.ts";
import { allow } from "./access/allow.ts";
import type { Mail } from "./mail.ts";
import type { Extra, FunctionRecord, Functions } from "./operation-function.ts";
import type { DuePayouts } from "./payouts/due-payouts.ts";
import type { PayoutBatches } from "./payouts/payout-batches.ts";
import { deadLetterQueue, heartbeat, sending } from "./queues.ts";
import type { ServiceTable } from "./table.ts";
import type { TaxWalks } from "./tax-walks.ts";
import { TimerStarts } from "./timer-starts.ts";
import type { Timers } from "./timers.ts";
import type { Webhooks } from "./webhooks.ts";

/** What the relay sends to. */
type Targets = {
  machines: Timers;
  mail: Mail;
  taxes: TaxWalks;
  batches: PayoutBatches;
  due: DuePayouts;
  webhooks: Webhooks;
};
/** What is done behind the API. */
export type BackgroundWork = Targets & { relay: OutboxRelay };

type RelayProps = Targets & { functions: Functions; table: ServiceTable };

/** A new payout that is due is its own request for a hint. */
const DUE = { NewImage: { due_at: { S: FilterRule.exists() } } };

const insertsOf = (noun: Noun, more = {}) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual("INSERT"),
    dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(prefixOf(noun)) } }, ...more },
  });

/** Dead letters: records that it could not process, and timers that could not be started. */
export class OutboxRelay extends Construct {
  readonly outbox: LambdaFunction;
  readonly events: LambdaFunction;
  readonly deadLetters: Queue;
  readonly timers: TimerStarts;
  readonly redrive: Extra;

  constructor(scope: Construct, id: string, props: RelayProps) {
    const { functions, machines, mail, taxes, batches, due, webhooks } = props;
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    Validations.of(this.deadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "This queue is a dead-letter queue.",
    });

    this.timers = new TimerStarts(this, "Timers", { functions, machines, letters: this.deadLetters });
    const outbox = {
      environment: {
        ...this.timers.environment,
        ...due.hinting.environment,
        MAIL_QUEUE_URL: mail.queue.queueUrl,
        TAX_QUEUE_URL: taxes.queue.queueUrl,
        BATCH_QUEUE_URL: batches.queue.queueUrl,
        FIRST_QUEUE_URL: webhooks.first.queueUrl,
      },
      queues: [
        mail.queue,
        taxes.queue,
        batches.queue,
        due.queue,
        webhooks.first,
        ...Object.values(this.timers.queues),
      ],
    };
    const events = {
      environment: { TAX_QUEUE_URL: taxes.queue.queueUrl, FAN_OUT_QUEUE_URL: webhooks.fanOut.queueUrl },
      queues: [taxes.queue, webhooks.fanOut],
    };
    this.redrive = {
      timeout: Duration.minutes(5),
      environment: { ...outbox.environment, ...events.environment },
      statements: [
        sending(...new Set([...outbox.queues, ...events.queues].filter((queue) => queue !== due.queue))),
      ],
    };
    // A failing record blocks those behind it, so outbox entries, which anyone can cause, and events have a
    // mapping and a function each. DynamoDB allows two readers of a shard: there is no place for a third.
    this.outbox = this.#relay("FromStream", "outbox", workers.relayOutbox, outbox, props);
    this.events = this.#relay("EventsFromStream", "event", workers.relayEvents, events, props);
  }

  #relay(
    id: string,
    noun: "outbox" | "event",
    record: FunctionRecord,
    { environment, queues }: { environment: Record<string, string>; queues: Queue[] },
    { functions, table }: RelayProps,
  ): LambdaFunction {
    const relay = functions.add(record, {
      timeout: Duration.seconds(30),
      environment: { ...environment, DEAD_LETTER_QUEUE_URL: this.deadLetters.queueUrl },
      statements: [
        sending(...queues, this.deadLetters),
        allow(
          ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          [table.tableStreamArn ?? ""],
        ),
        ...table.keyStatements(),
        allow(["dynamodb:ListStreams"], ["*"]),
      ],
    });
    Validations.of(functions.roleOf(record.name)).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "An event source needs ListStreams, and IAM cannot limit that action to a resource.",
    });
    new EventSourceMapping(this, id, {
      target: relay,
      eventSourceArn: table.tableStreamArn ?? "",
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // A record that may still work is retried for the stream's whole day.
      retryAttempts: -1,
      maxRecordAge: Duration.hours(24),
      metricsConfig: heartbeat,
      onFailure: new SqsDlq(this.deadLetters),
      filters: noun === "outbox" ? [insertsOf("outbox"), insertsOf("payment", DUE)] : [insertsOf("event")],
    });
    return relay;
  }
}
