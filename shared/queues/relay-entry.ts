import type { FanOutRequest, MailMessage, OutboxEntry, TimerRequest } from "../domain/event/outbox.ts";
import { beginReplay, replayCursor } from "../domain/event/replay.ts";
import { formCheckAfter } from "../domain/tax/form-check.ts";
import { eventAt, isOf, payoutAt } from "../store/keys/keys.ts";
import type { Item } from "../store/table/table.ts";
import { hintOf, sendFirstHints } from "./hints.ts";
import { enqueue, enqueueBatch } from "./sqs.ts";

const timerQueues: Partial<Record<string, string>> = JSON.parse(process.env.TIMER_QUEUES ?? "{}");

/** The entry itself is wrong, so a retry cannot help. */
export class InvalidEntry extends Error {
  override readonly name = "InvalidEntry";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** New names for timers, by their old ones. A timer whose execution failed starts again under a new name. */
export type NewNames = ReadonlyMap<string, string>;

/** To the queue of the function that acts on it. Duplicates start nothing. */
export async function relayEntry(item: Item, newNames?: NewNames): Promise<void> {
  const key = { pk: String(item.pk), sk: String(item.sk) };
  if (isOf("event", key)) {
    const owner = eventAt(key);
    const check = formCheckAfter(owner, item.type, dataOf(item));
    if (check) await enqueue(process.env.TAX_QUEUE_URL, check);
    const request = { ...owner, type: item.type } as FanOutRequest;
    return enqueue(process.env.FAN_OUT_QUEUE_URL, request, request.account_id);
  }
  if (isOf("payment", key)) {
    const waits_for_file = item.waits_for_file === true || undefined;
    return hintOf(payoutAt(key), { id: key.sk, due_at: String(item.due_at), waits_for_file });
  }
  return relayOutboxEntry(item as OutboxEntry, key.sk, newNames);
}

function dataOf({ body }: Item) {
  try {
    return JSON.parse(String(body)).data;
  } catch {
    throw new InvalidEntry("invalid_body");
  }
}

async function relayOutboxEntry(entry: OutboxEntry, id: string, newNames?: NewNames): Promise<void> {
  switch (entry.kind) {
    case "timer":
      return sendTimer(entry, newNames);
    case "mail": {
      const { end, ...mail } = { end: undefined, ...entry };
      if (end) await sendTimer(end, newNames);
      return enqueue(process.env.MAIL_QUEUE_URL, { ...mail, entry_id: id } satisfies MailMessage);
    }
    case "tax_page":
    case "form_check":
    case "ledger_page":
      return enqueue(process.env.TAX_QUEUE_URL, entry);
    case "deliver": {
      const { account_id, mode, endpoint_id, delivery_id } = entry;
      return sendFirstHints([{ account_id, mode, endpoint_id, delivery_id }]);
    }
    case "batch": {
      const { kind, account_id, mode, batch_id } = entry;
      return enqueueBatch({ kind, account_id, mode, batch_id });
    }
    case "replay": {
      const input = { id: replayCursor(beginReplay(entry)), at: entry.until };
      return sendTimer({ kind: "timer", timer: "replay-events", name: id, input }, newNames);
    }
    default:
      throw new InvalidEntry("unknown_kind");
  }
}

/** Every name that we give is a name that Step Functions takes. */
const TIMER_NAME = /^[\w-]{1,80}$/;

async function sendTimer({ timer, name, input }: TimerRequest, newNames?: NewNames): Promise<void> {
  const queue = timerQueues[timer];
  if (!queue) throw new InvalidEntry("unknown_timer");
  // Without a name, Step Functions makes one up, and a duplicate starts a second execution.
  if (typeof name !== "string") throw new InvalidEntry("unnamed_timer");
  if (!TIMER_NAME.test(name)) throw new InvalidEntry("invalid_name");
  await enqueue(queue, {
    kind: "timer",
    timer,
    name: newNames?.get(name) ?? name,
    input,
  } satisfies TimerRequest);
}
