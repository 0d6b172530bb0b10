import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { logFault, logger } from "./telemetry.ts";

/**
 * The Lambda handler of a queue's worker. Each message of a batch stands alone, and all are worked on at once: one that fails comes
 * again, until the queue gives it to the dead letters. `act` answers what came of it, in a word for the log.
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
