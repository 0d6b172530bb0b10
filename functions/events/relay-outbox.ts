import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { count, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { InvalidEntry, relayEntry } from "../../shared/queues/relay-entry.ts";
import { enqueue } from "../../shared/queues/sqs.ts";

/**
 * To the functions that act on them. A record that may work later fails, and the stream retries it for 24
 * hours. An invalid one goes whole to the dead letters. A duplicate starts nothing twice.
 */
export const relayRecords =
  (name: string) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const results = await Promise.allSettled(Records.map((record) => relay(name, record)));
    const failed = Records.filter((_, i) => results[i]?.status === "rejected");
    logger.info("relay", { operation: name, records: Records.length, failed: failed.length });
    return {
      batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? "" })),
    };
  };

async function relay(name: string, record: DynamoDBRecord): Promise<void> {
  try {
    await relayEntry(unmarshall((record.dynamodb?.NewImage ?? {}) as never));
  } catch (error) {
    logFault(name, error);
    if (!(error instanceof InvalidEntry)) throw error;
    await enqueue(process.env.DEAD_LETTER_QUEUE_URL, record);
    count("RelayRejected", { reason: error.reason });
  }
}

export const handler = relayRecords("relay-outbox");
