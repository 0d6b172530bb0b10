import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { countInStage, logFault, logger } from "./telemetry.ts";

/**
 * A message that fails returns to its queue, at last as a dead letter; the rest of its batch is done. FIFO
 * too: a group only caps the work in progress. `act` returns the outcome, for the log. A message without one
 * fails: its worker knows no such kind. `serial`: one after the other.
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
      const outcome = act(record)
        .then(requireOutcome)
        .catch((error: unknown) => {
          logFault(name, error);
          countInStage("QueueFaults", 1, { operation: name });
          batchItemFailures.push({ itemIdentifier: record.messageId });
          return "fault";
        });
      outcomes.push(outcome);
      if (serial) await outcome;
    }
    logger.info("queue", { operation: name, outcomes: await Promise.all(outcomes) });
    return { batchItemFailures };
  };

/** An earlier or later release may have sent the message. A switch over known kinds passes over others. */
function requireOutcome(outcome: string | undefined): string {
  if (outcome === undefined) throw new Error("The worker knows no message of this kind");
  return outcome;
}
