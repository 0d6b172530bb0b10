import { Duration, type NestedStack, TimeZone } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { ContextAttribute, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import { allow } from "./access/allow.ts";
import type { Functions } from "./operation-function.ts";
import { deadLetterQueue, feed, reading, workQueue } from "./queues.ts";
import { schedule } from "./schedule.ts";
import type { ServiceTable } from "./table.ts";

const TIMEOUT = Duration.seconds(20);
/** A new AWS account has a concurrency of 10. Walks leave most of it to requests. */
const MAX_AT_ONCE = 4;

/**
 * A schedule starts the walks that are due. Each passes over all accounts and drivers, one result page a
 * message; the transaction of a page writes the next one to the outbox. So no invocation is long.
 */
export class TaxWalks extends Construct {
  readonly starter: LambdaFunction;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { functions, upkeep, table }: { functions: Functions; upkeep: NestedStack; table: ServiceTable },
  ) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });
    const walker = functions.add(workers.walkTaxEvents, {
      timeout: TIMEOUT,
      statements: [reading(this.queue)],
    });
    feed(this, "FromQueue", {
      queue: this.queue,
      target: walker,
      batchSize: 4,
      maxConcurrency: MAX_AT_ONCE,
    });

    this.starter = functions.add(workers.startTaxWalks, {
      statements: [allow(["dynamodb:DescribeContinuousBackups"], [table.tableArn])],
    });
    schedule(upkeep, "TaxWalksEveryDay", {
      description: "Starts the walk of settlements, and later the tax walks of the day",
      schedule: ScheduleExpression.cron({ hour: "2,6", minute: "0", timeZone: TimeZone.ETC_UTC }),
      target: this.starter,
      input: ScheduleTargetInput.fromObject({ scheduled_at: ContextAttribute.scheduledTime }),
      // Lambda's most. A repeated start sends the same walks, and each walk is done once.
      retries: { attempts: 2, within: Duration.hours(6) },
    });
  }
}
