import { Duration, type NestedStack, Validations } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Extra } from "../operation-function.ts";
import { feed, reading, sending, workQueue } from "../queues.ts";

/** A rail answers within three seconds, and is asked twice about a payout that moves. */
const TIMEOUT = Duration.seconds(30);
/** Each invocation has ten hints. Of a hint that the sweeper sent, each has fifty payouts. */
const MAX_AT_ONCE = 20;

/** The sweeper finds lost hints and longer waits, so a hint that fails for an hour is dropped. */
export class DuePayouts extends Construct {
  readonly queue: Queue;
  readonly hinting: Extra;
  readonly settling: Extra;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = workQueue(this, "Queue", { timeout: TIMEOUT, retentionPeriod: Duration.hours(1) });
    Validations.of(this.queue).acknowledge({
      id: "AwsSolutions-SQS3",
      reason:
        "Its messages are hints. The due index has what they are about, and the sweeper sends them again.",
    });
    this.hinting = {
      environment: { PAYOUT_QUEUE_URL: this.queue.queueUrl },
      statements: [sending(this.queue)],
    };
    this.settling = {
      ...this.hinting,
      // A payout whose rail does not know yet is hinted again and again.
      mayLoop: true,
      timeout: TIMEOUT,
      statements: [reading(this.queue), sending(this.queue)],
    };
  }

  /** The mapping has a place in another stack, because that of the function is full. */
  feed(workers: NestedStack, target: IFunction): void {
    feed(workers, "DuePayouts", { queue: this.queue, target, maxConcurrency: MAX_AT_ONCE });
  }
}
