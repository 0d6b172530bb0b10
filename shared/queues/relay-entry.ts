import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { FanOutRequest, OutboxEntry, TimerRequest } from "../domain/event/outbox.ts";
import { beginReplay, replayCursor } from "../domain/event/replay.ts";
import { eventAt, isOf } from "../store/keys/keys.ts";
import type { Item } from "../store/table/table.ts";
import { sendFirstHints } from "./hints.ts";
import { clientSettings, enqueue } from "./sqs.ts";

const stepFunctions = new SFNClient(clientSettings);
const machines: Partial<Record<string, string>> = JSON.parse(process.env.TIMER_MACHINES ?? "{}");

/** The entry itself is wrong, so a retry cannot help. */
export class InvalidEntry extends Error {
  override readonly name = "InvalidEntry";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Relays an outbox entry or an event to the queue or timer that acts on it. A duplicate starts nothing. */
export async function relayEntry(item: Item): Promise<void> {
  const key = { pk: String(item.pk), sk: String(item.sk) };
  if (isOf("event", key)) {
    const request = { ...eventAt(key), type: item.type } as FanOutRequest;
    return enqueue(process.env.FAN_OUT_QUEUE_URL, request, request.account_id);
  }
  return relayOutboxEntry(item as OutboxEntry, key.sk);
}

async function relayOutboxEntry(entry: OutboxEntry, id: string): Promise<void> {
  switch (entry.kind) {
    case "timer":
      return startTimer(entry);
    case "mail":
      return enqueue(process.env.MAIL_QUEUE_URL, entry);
    case "tax_page":
      return enqueue(process.env.TAX_QUEUE_URL, entry);
    case "deliver": {
      const { account_id, mode, endpoint_id, delivery_id } = entry;
      return sendFirstHints([{ account_id, mode, endpoint_id, delivery_id }]);
    }
    case "replay": {
      const input = { id: replayCursor(beginReplay(entry)), at: entry.until };
      return startTimer({ kind: "timer", timer: "replay-events", name: id, input });
    }
    default:
      throw new InvalidEntry("unknown_kind");
  }
}

/** The errors of Step Functions that no retry can fix. */
const PERMANENT_ERRORS = new Set([
  "InvalidArn",
  "InvalidExecutionInput",
  "InvalidName",
  "StateMachineDoesNotExist",
  "ValidationException",
]);

/** The execution's name makes the start idempotent. */
async function startTimer({ timer, name, input }: TimerRequest): Promise<void> {
  const stateMachineArn = machines[timer];
  if (!stateMachineArn) throw new InvalidEntry("unknown_timer");
  // Without a name, Step Functions makes one up, and a duplicate starts a second execution.
  if (typeof name !== "string") throw new InvalidEntry("unnamed_timer");
  try {
    await stepFunctions.send(
      new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
    );
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return;
    const { name: errorName } = error as Error;
    throw PERMANENT_ERRORS.has(errorName) ? new InvalidEntry(errorName) : error;
  }
}
