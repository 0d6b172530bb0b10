import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { countQueueFault, logFault, logger } from "./telemetry.ts";

/**
 * The Lambda handler of a queue. A message that fails returns to its queue, and after its last try it goes to
 * the dead letters. The rest of its batch is done. FIFO queues are served the same way: no queue promises
 * an order, and a FIFO group only caps the work in progress. `act` returns a message's outcome, for the log.
 * With `serial`, the messages of a batch are processed one after the other, else all at once.
 */
export const serveQueue =
  (
    name: string,
    begin: (batch: readonly SQSRecord[]) => (record: SQSRecord) => Promise<string>,
    { serial = false } = {},
  ) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const act = begin(Records);
    const batchItemFailures: { itemIdentifier: string }[] = [];
    const outcomes: Promise<string>[] = [];
    for (const record of Records) {
      const outcome = act(record).catch((error: unknown) => {
        logFault(name, error);
        countQueueFault(name);
        batchItemFailures.push({ itemIdentifier: record.messageId });
        return "fault";
      });
      outcomes.push(outcome);
      if (serial) await outcome;
    }
    logger.info("queue", { operation: name, outcomes: await Promise.all(outcomes) });
    return { batchItemFailures };
  };
