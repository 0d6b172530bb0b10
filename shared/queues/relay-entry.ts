import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { FanOutRequest, OutboxEntry, TimerRequest } from "../domain/event/outbox.ts";
import { beginReplay, replayCursor } from "../domain/event/replay.ts";
import { eventAt, isOf } from "../store/keys/keys.ts";
import type { Item } from "../store/table/table.ts";
import { sendHints } from "./hints.ts";

const client = {
  maxAttempts: 3,
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
};
const stepFunctions = new SFNClient(client);
const sqs = new SQSClient(client);
const machines: Partial<Record<string, string>> = JSON.parse(process.env.TIMER_MACHINES ?? "{}");

/** Trying again cannot help: the entry itself is wrong. */
export class Hopeless extends Error {
  override readonly name = "Hopeless";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Carries a new item of the table on to where it is acted on. One that is carried twice starts nothing twice. */
export async function carry(item: Item): Promise<void> {
  const key = { pk: String(item.pk), sk: String(item.sk) };
  if (isOf("event", key)) {
    const request = { ...eventAt(key), type: item.type } as FanOutRequest;
    return enqueue(process.env.FAN_OUT_QUEUE_URL, request, request.account_id);
  }
  return carryEntry(item as OutboxEntry, key.sk);
}

async function carryEntry(entry: OutboxEntry, id: string): Promise<void> {
  switch (entry.kind) {
    case "timer":
      return startTimer(entry);
    case "mail":
      return enqueue(process.env.MAIL_QUEUE_URL, entry);
    case "tax_page":
      return enqueue(process.env.TAX_QUEUE_URL, entry);
    case "deliver": {
      const { account_id, mode, endpoint_id, delivery_id } = entry;
      return sendHints("first", [{ account_id, mode, endpoint_id, delivery_id }]);
    }
    case "replay": {
      const input = { id: replayCursor(beginReplay(entry)), at: entry.until };
      return startTimer({ kind: "timer", timer: "replay-events", name: id, input });
    }
    default:
      throw new Hopeless("unknown_kind");
  }
}

/** `group`: whom the queue shall be fair to. */
export async function enqueue(
  QueueUrl: string | undefined,
  message: unknown,
  MessageGroupId?: string,
): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
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
  // Step Functions would give it a name of its own, and a record that comes twice would start it twice.
  if (typeof name !== "string") throw new Hopeless("unnamed_timer");
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
