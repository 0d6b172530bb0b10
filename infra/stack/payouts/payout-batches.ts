import { Duration } from "aws-cdk-lib";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../../shared/contract/workers.ts";
import { WRITER_SECONDS } from "../../../shared/domain/item/horizon.ts";
import type { Functions } from "../operation-function.ts";
import { deadLetterQueue, feed, reading, sending, workQueue } from "../queues.ts";

/** Shorter than the lease of a batch. Work on it ends after 15 seconds. */
const TIMEOUT = Duration.seconds(WRITER_SECONDS);
/** Batches at work, each with four payouts at once. So they leave requests most of a table's partitions. */
const MAX_AT_ONCE = 10;

/** The sweeper of deliveries finds a batch whose message is lost. */
export class PayoutBatches extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { functions }: { functions: Functions }) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });
    const worker = functions.add(workers.makePayouts, {
      mayLoop: true,
      timeout: TIMEOUT,
      environment: { BATCH_QUEUE_URL: this.queue.queueUrl },
      statements: [reading(this.queue), sending(this.queue)],
    });
    feed(this, "FromQueue", {
      queue: this.queue,
      target: worker,
      batchSize: 1,
      maxConcurrency: MAX_AT_ONCE,
    });
  }
}
