import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { OutboxEntry, TimerRequest } from "../../shared/domain/outbox.ts";
import { count, logFault, logger } from "../../shared/http/telemetry.ts";

const client = {
  maxAttempts: 3,
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
};
const stepFunctions = new SFNClient(client);
const sqs = new SQSClient(client);
const machines: Partial<Record<string, string>> = JSON.parse(process.env.TIMER_MACHINES ?? "{}");

/**
 * Carries what transactions left in the outbox to where it is acted on. Every record stands alone: what may work
 * later is reported and comes again until the stream forgets it after 24 hours; what never can goes whole into the
 * dead-letter queue. A record that comes twice starts nothing twice.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const results = await Promise.allSettled(Records.map(relay));
  const failed = Records.filter((_, i) => results[i]?.status === "rejected");
  logger.info("relay", { operation: "relay-outbox", records: Records.length, failed: failed.length });
  return {
    batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? "" })),
  };
};

async function relay(record: DynamoDBRecord): Promise<void> {
  try {
    await carry(unmarshall((record.dynamodb?.NewImage ?? {}) as never) as OutboxEntry);
  } catch (error) {
    logFault("relay-outbox", error);
    if (!(error instanceof Hopeless)) throw error;
    await enqueue(process.env.DEAD_LETTER_QUEUE_URL, record);
    count("RelayRejected", { reason: error.reason });
  }
}

/** Trying again cannot help: the entry itself is wrong. */
class Hopeless extends Error {
  override readonly name = "Hopeless";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

async function carry(entry: OutboxEntry): Promise<void> {
  switch (entry.kind) {
    case "timer":
      return startTimer(entry);
    case "mail":
      return enqueue(process.env.MAIL_QUEUE_URL, entry);
    case "tax_page":
      return enqueue(process.env.TAX_QUEUE_URL, entry);
    default:
      throw new Hopeless("unknown_kind");
  }
}

async function enqueue(QueueUrl: string | undefined, message: unknown): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
}

/** What Step Functions will refuse tomorrow as it does today. */
const PERMANENT = new Set([
  "InvalidArn",
  "InvalidExecutionInput",
  "InvalidName",
  "StateMachineDoesNotExist",
  "ValidationException",
]);

/** The execution's name makes the start happen once, however often the record comes. */
async function startTimer({ timer, name, input }: TimerRequest): Promise<void> {
  const stateMachineArn = machines[timer];
  if (!stateMachineArn) throw new Hopeless("unknown_timer");
  try {
    await stepFunctions.send(
      new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
    );
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return;
    const { name: refusal } = error as Error;
    throw PERMANENT.has(refusal) ? new Hopeless(refusal) : error;
  }
}
