import { randomUUID } from "node:crypto";
import type { Message } from "./message.ts";
import type { Change, Queue } from "./queue.ts";
import { QueueError } from "./queue-requests.ts";

type Json = Record<string, unknown>;

export type QueueParts = {
  find: (text: unknown) => Queue | undefined;
  all: () => Queue[];
  /** Stores what a call changed, before the call gets its reply. Throws if it cannot. */
  store: (queue: Queue, changes: Change[]) => void;
  now: () => number;
};

export class DeadLetters {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Moves the messages that were received too often to the dead letters, so that others take their place. */
  bury(queue: Queue, most: number): void {
    const { redrive, arn: source } = queue.settings;
    if (!redrive) return;
    const target = this.#parts.find(redrive.deadLetters) as Queue;
    for (;;) {
      const overdue = queue.visible(most).filter(({ receives }) => receives >= redrive.maxReceives);
      if (overdue.length === 0) return;
      const visibleAt = this.#parts.now();
      for (const message of overdue)
        this.#transfer(queue, target, { ...message, receives: 0, visibleAt, source });
    }
  }

  /** The copy is stored first: a crash between the two leaves two messages, and never none. */
  #transfer(from: Queue, to: Queue, message: Message): void {
    this.#parts.store(to, [{ put: message }]);
    to.put(message);
    this.#parts.store(from, [{ deleted: message.id }]);
    from.delete(message.id);
  }

  destinationsOf({ SourceArn, DestinationArn }: Json): string[] {
    if (DestinationArn !== undefined) return [String(DestinationArn)];
    return this.#parts
      .all()
      .filter(({ settings }) => settings.redrive?.deadLetters === SourceArn)
      .map(({ settings }) => settings.arn);
  }

  /** Moves all messages of a dead-letter queue before it replies. AWS moves them after its reply. */
  move(body: Json): Json {
    const from = this.#parts.find(body.SourceArn);
    const destinations = this.destinationsOf(body);
    if (!from || this.destinationsOf({ SourceArn: body.SourceArn }).length === 0)
      throw new QueueError(
        "InvalidParameterValue",
        "Source queue must be configured as a Dead Letter Queue.",
      );
    const visibleAt = this.#parts.now();
    for (const { source, ...message } of from.visible(Number.POSITIVE_INFINITY)) {
      const to = this.#parts.find(body.DestinationArn ?? source ?? destinations[0]) as Queue;
      this.#transfer(from, to, { ...message, receives: 0, visibleAt });
    }
    return { TaskHandle: randomUUID() };
  }
}
