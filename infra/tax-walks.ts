import { Duration, TimeZone } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../shared/contract/service.ts";
import type { Functions } from "./operation-function.ts";

/** Lambda asks six times a function's timeout of a queue it reads. */
const TIMEOUT = Duration.seconds(20);
const VISIBILITY = Duration.seconds(120);
/** An hour of trying before a page goes to the dead letters; the walk of its account waits there too. */
const TRIES = 30;
/** Of an account's new concurrency of 10, walks leave most to those who call. */
const MOST_AT_ONCE = 4;

/**
 * Tax events, which a day of the calendar sets off. A schedule asks every day which walks are due; a walk goes over all accounts
 * and drivers, a page a message, and what follows a page comes by the outbox. So no function is ever big or long.
 */
export class TaxWalks extends Construct {
  readonly starter: LambdaFunction;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { functions }: { functions: Functions }) {
    super(scope, id);
    const secured = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, "DeadLetters", secured);
    this.queue = new Queue(this, "Queue", {
      ...secured,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: TRIES },
    });
    const walker = functions.add(workers.walkTaxEvents, {
      timeout: TIMEOUT,
      statements: [
        new PolicyStatement({
          actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
          resources: [this.queue.queueArn],
        }),
      ],
    });
    new EventSourceMapping(this, "FromQueue", {
      target: walker,
      eventSourceArn: this.queue.queueArn,
      batchSize: 4,
      reportBatchItemFailures: true,
      maxConcurrency: MOST_AT_ONCE,
    });

    this.starter = functions.add(workers.startTaxWalks);
    this.#everyDay(this.starter);
  }

  #everyDay(starter: LambdaFunction): void {
    // By itself, the target would grant every version of the function too.
    const role = new Role(this, "ScheduleRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
      inlinePolicies: {
        start: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [starter.functionArn] }),
          ],
        }),
      },
    });
    new Schedule(this, "EveryDay", {
      description: "Starts the tax events of the day",
      schedule: ScheduleExpression.cron({ hour: "6", minute: "0", timeZone: TimeZone.ETC_UTC }),
      target: new LambdaInvoke(starter, {
        role: role.withoutPolicyUpdates(),
        input: ScheduleTargetInput.fromObject({ scheduled_at: ContextAttribute.scheduledTime }),
      }),
    });
  }
}
