import type { Message } from "./message.ts";
import type { QueueSettings } from "./queue.ts";

/** SQS drops a message whose deduplication id it has seen in the last five minutes. */
const REMEMBERED_MS = 300_000;

export class Deduplication {
  /** In the order in which they were sent, by queue and deduplication id. */
  readonly #seen = new Map<string, Message>();

  find(settings: QueueSettings, message: Message): Message | undefined {
    const earlier = this.#seen.get(keyOf(settings, message));
    return earlier && earlier.sentAt > message.sentAt - REMEMBERED_MS ? earlier : undefined;
  }

  note(settings: QueueSettings, message: Message): void {
    for (const [key, { sentAt }] of this.#seen) {
      if (sentAt > message.sentAt - REMEMBERED_MS) break;
      this.#seen.delete(key);
    }
    const key = keyOf(settings, message);
    this.#seen.delete(key);
    this.#seen.set(key, message);
  }
}

const keyOf = ({ arn, deduplicatesByGroup }: QueueSettings, { deduplication, group }: Message): string =>
  JSON.stringify([arn, deduplicatesByGroup ? group : "", deduplication]);
