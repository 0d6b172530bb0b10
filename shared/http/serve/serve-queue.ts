import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { logFault, logger } from "./telemetry.ts";

/**
 * The Lambda handler of a queue's worker. The messages of a batch are processed at once and independently: a
 * failed one returns to the queue, and ends among the dead letters. `act` returns the outcome, in a word for
 * the log.
 */
export const serveQueue =
  (name: string, begin: (batch: readonly SQSRecord[]) => (record: SQSRecord) => Promise<string>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const act = begin(Records);
    const outcomes = await Promise.all(
      Records.map(async (record) => {
        try {
          return await act(record);
        } catch (error) {
          logFault(name, error);
          return undefined;
        }
      }),
    );
    logger.info("queue", { operation: name, outcomes: outcomes.map((outcome) => outcome ?? "fault") });
    const failed = Records.filter((_, i) => outcomes[i] === undefined);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
