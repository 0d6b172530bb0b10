import { Duration } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Extra } from "../operation-function.ts";
import { deadLetterQueue, feed, reading, sending, workQueue } from "../queues.ts";

/** A rail answers within three seconds, and is asked twice about a payout that moves. */
const TIMEOUT = Duration.seconds(30);
/** Each invocation has ten hints. Of a hint that the sweeper sent, each has fifty payouts. */
const MAX_AT_ONCE = 20;

/**
 * The queue of hints that payouts are due. The sweeper of deliveries finds a payout whose hint is lost, or
 * that waited longer than a hint can.
 */
export class DuePayouts extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** What a sender of hints needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly hinting: Extra;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });
    this.environment = { PAYOUT_QUEUE_URL: this.queue.queueUrl };
    this.hinting = { environment: this.environment, statements: [sending(this.queue)] };
  }

  /** What the function that settles payouts needs besides the table. */
  get settling(): Extra {
    return {
      ...this.hinting,
      // A payout whose rail does not know yet is hinted again and again.
      mayLoop: true,
      timeout: TIMEOUT,
      statements: [reading(this.queue), sending(this.queue)],
    };
  }

  feed(target: IFunction): void {
    feed(this, "ToSettler", { queue: this.queue, target, maxConcurrency: MAX_AT_ONCE });
  }
}
