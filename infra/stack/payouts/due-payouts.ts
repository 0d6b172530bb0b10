import { Duration, Validations } from "aws-cdk-lib";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../../shared/contract/workers.ts";
import { WRITER_SECONDS } from "../../../shared/domain/item/horizon.ts";
import type { Extra, Functions } from "../operation-function.ts";
import { feed, reading, sending, workQueue } from "../queues.ts";

/** A rail answers within three seconds, and is asked twice about a payout that moves. */
const TIMEOUT = Duration.seconds(WRITER_SECONDS);
/** Each invocation has ten hints. Of a hint that the sweeper sent, each has fifty payouts. */
const MAX_AT_ONCE = 20;

/** The sweeper finds lost hints and longer waits, so a hint that fails for an hour is dropped. */
export class DuePayouts extends Construct {
  readonly queue: Queue;
  readonly hinting: Extra;

  constructor(scope: Construct, id: string, { functions }: { functions: Functions }) {
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
    const worker = functions.add(workers.settlePayout, {
      ...this.hinting,
      // A payout whose rail does not know yet is hinted again and again.
      mayLoop: true,
      timeout: TIMEOUT,
      statements: [reading(this.queue), sending(this.queue)],
    });
    feed(this, "FromQueue", { queue: this.queue, target: worker, maxConcurrency: MAX_AT_ONCE });
  }
}
