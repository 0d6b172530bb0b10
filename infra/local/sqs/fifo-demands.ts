import type { Demand } from "../quotas/twin.ts";
import type { Queue } from "./queue.ts";

type Json = Record<string, unknown>;

/** What a call takes of the quotas of a FIFO queue. One without high throughput has one partition. */
export function fifoDemands(queue: Queue, action: string, body: Json): Demand[] {
  const key = `${queue.settings.arn} ${action}`;
  const entries = (body.Entries ?? [body]) as Json[];
  const groups =
    action === "Receive"
      ? queue.visible(Number(body.MaxNumberOfMessages ?? 1)).map(({ group }) => group)
      : entries.map((each) => each.MessageGroupId ?? queue.find(String(each.ReceiptHandle))?.group);
  const places = new Set(queue.settings.deduplicatesByGroup ? groups.map(String) : [""]);
  return [
    { quota: "fifoQueueCalls", key },
    ...[...places].map((hash): Demand => ({ quota: "fifoCalls", key, place: { hash }, once: true })),
  ];
}
