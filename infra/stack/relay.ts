import { Duration, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
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
import { prefixOf } from "../../shared/store/keys/keys.ts";
import type { Mail } from "./mail.ts";
import type { Extra, Functions } from "./operation-function.ts";
import { deadLetterQueue, sending } from "./queues.ts";
import type { ServiceTable } from "./table.ts";
import type { TaxWalks } from "./tax-walks.ts";
import type { Timers } from "./timers.ts";
import type { Webhooks } from "./webhooks.ts";

type RelayProps = {
  functions: Functions;
  table: ServiceTable;
  machines: Timers;
  mail: Mail;
  taxes: TaxWalks;
  webhooks: Webhooks;
};

/**
 * Relays outbox entries and events from the table's stream. Its dead letters are records that the relay could
 * not process.
 */
export class OutboxRelay extends Construct {
  readonly function: LambdaFunction;
  readonly deadLetters: Queue;
  /** What the command `relay redrive` needs. */
  readonly redrive: Extra;

  constructor(scope: Construct, id: string, props: RelayProps) {
    const { functions, table, machines, mail, taxes, webhooks } = props;
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    Validations.of(this.deadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "This queue is a dead-letter queue.",
    });

    const stateMachines = Object.fromEntries(
      [...machines.machines].map(([timer, { stateMachineArn }]) => [timer, stateMachineArn]),
    );
    const queues = [mail.queue, taxes.queue, webhooks.fanOut, webhooks.first];
    const relaying = {
      environment: {
        TIMER_MACHINES: Stack.of(this).toJsonString(stateMachines),
        MAIL_QUEUE_URL: mail.queue.queueUrl,
        TAX_QUEUE_URL: taxes.queue.queueUrl,
        FAN_OUT_QUEUE_URL: webhooks.fanOut.queueUrl,
        FIRST_QUEUE_URL: webhooks.first.queueUrl,
      },
      statements: [
        new PolicyStatement({ actions: ["states:StartExecution"], resources: Object.values(stateMachines) }),
        sending(...queues),
      ],
    };
    this.redrive = { ...relaying, timeout: Duration.minutes(5) };
    this.function = functions.add(workers.relayOutbox, {
      timeout: Duration.seconds(30),
      environment: { ...relaying.environment, DEAD_LETTER_QUEUE_URL: this.deadLetters.queueUrl },
      statements: [
        ...relaying.statements,
        sending(this.deadLetters),
        new PolicyStatement({
          actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          resources: [table.tableStreamArn ?? ""],
        }),
        new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: ["*"] }),
      ],
    });
    Validations.of(functions.roleOf(workers.relayOutbox.name)).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "An event source needs ListStreams, and IAM cannot limit that action to a resource.",
    });
    new EventSourceMapping(this, "FromStream", {
      target: this.function,
      eventSourceArn: table.tableStreamArn ?? "",
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // A failing record blocks those behind it in its shard. One that may still work is retried for the
      // stream's whole day.
      retryAttempts: -1,
      maxRecordAge: Duration.hours(24),
      onFailure: new SqsDlq(this.deadLetters),
      filters: (["outbox", "event"] as const).map((noun) =>
        FilterCriteria.filter({
          eventName: FilterRule.isEqual("INSERT"),
          dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(prefixOf(noun)) } } },
        }),
      ),
    });
  }
}
