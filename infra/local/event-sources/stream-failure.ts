import type { StreamRecord } from "./stream-record.ts";

export type GivenUp = {
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  batch: StreamRecord[];
  shardId: string;
  functionArn: string;
  streamArn: string;
  invocations: number;
  requestId?: string;
  error?: string | undefined;
};

/** AWS's message to the failure queue: the records' positions in the stream, without their contents. */
export function givenUpMessage(failure: GivenUp): Record<string, unknown> {
  const { batch, invocations, requestId, functionArn, condition, error } = failure;
  const first = batch[0] as StreamRecord;
  const last = batch.at(-1) as StreamRecord;
  return {
    requestContext: { requestId, functionArn, condition, approximateInvokeCount: invocations },
    ...(requestId && {
      responseContext: {
        statusCode: 200,
        executedVersion: "$LATEST",
        functionError: error ? "Unhandled" : null,
      },
    }),
    version: "1.0",
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: failure.shardId,
      startSequenceNumber: first.dynamodb.SequenceNumber,
      endSequenceNumber: last.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrivalOf(first),
      approximateArrivalOfLastRecord: arrivalOf(last),
      batchSize: batch.length,
      streamArn: failure.streamArn,
    },
  };
}

const arrivalOf = ({ dynamodb }: StreamRecord) =>
  new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString();
