import { setTimeout as sleep } from "node:timers/promises";
import { AT_ONCE } from "../base/cores.ts";
import type { SourceQueue } from "../base/ports.ts";
import type { Properties } from "../base/template.ts";
import type { Agenda } from "../time/agenda.ts";
import type { MappedFunction } from "./mapped-function.ts";

type Json = Record<string, unknown>;
type Message = {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes?: Json;
  MessageAttributes?: Record<string, Record<string, unknown>>;
};

type Options = {
  mapping: Properties;
  queueUrl: string;
  queue: SourceQueue;
  target: MappedFunction;
  agenda: Agenda;
};

/**
 * With a batch for each core at work, a further one waits this long, while messages arrive, so batches are
 * full under load. Batches that only wait for a server hold up no other for long.
 */
const BUSY_BATCHES = AT_ONCE;
const PACE_MS = 20;
const AFTER_FAILURE_MS = 250;
/** Lambda begins with so many batches of a queue at once, and a mapping without a maximum keeps them here. */
const FIRST_BATCHES = 5;

/** It deletes what the function processed. The rest becomes visible again, or a dead letter. */
export class QueueSource {
  readonly #options: Options;
  readonly #maxAtOnce: number;
  readonly #running = new Set<Promise<void>>();
  #stopped = false;
  /** Its last call did not fail. */
  isPolling = true;
  #isReceiving = false;
  /** A batch is not full, and its batching window has not ended. */
  #isWindowOpen = false;

  constructor(options: Options) {
    this.#options = options;
    const { MaximumConcurrency: most } = (options.mapping.ScalingConfig ?? {}) as Record<string, number>;
    this.#maxAtOnce = most ?? FIRST_BATCHES;
  }

  /** Whose messages wait or are at work, if any are. */
  underWay = (): string | undefined => {
    const { queue } = this.#options;
    const isReceiving = this.#isReceiving && !this.#isWindowOpen;
    return isReceiving || this.#running.size > 0 || queue.visible(1).length > 0
      ? `the messages of ${queue.settings.arn}`
      : undefined;
  };

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#freePlace();
      await this.#options.queue.arrival();
      if (this.#stopped) return;
      this.#isReceiving = true;
      const messages = await this.#receive().catch(() => undefined);
      this.#isReceiving = false;
      this.isPolling = messages !== undefined;
      if (!messages) await sleep(AFTER_FAILURE_MS);
      if (!messages?.length) continue;
      const batch = this.#handle(messages)
        .catch(() => {})
        .finally(() => this.#running.delete(batch));
      this.#running.add(batch);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #freePlace(): Promise<void> {
    while (this.#running.size >= this.#maxAtOnce) await Promise.race(this.#running);
    if (this.#running.size >= BUSY_BATCHES) await Promise.race([...this.#running, sleep(PACE_MS)]);
  }

  /** A batch: the messages that are there, and those that arrive within the mapping's batching window. */
  async #receive(): Promise<Message[]> {
    const { mapping, queue, agenda } = this.#options;
    await this.#sqs("GetQueueAttributes", { AttributeNames: ["ApproximateNumberOfMessages"] });
    const most = Math.min(10, Number(mapping.BatchSize ?? 10));
    const batch = await this.#take(most);
    const window = Number(mapping.MaximumBatchingWindowInSeconds ?? 0) * 1000;
    if (batch.length === 0 || window === 0) return batch;
    let isOver = false;
    let cancel = () => {};
    const end = new Promise<void>((resolve) => {
      cancel = agenda.at(Date.now() + window, () => {
        isOver = true;
        resolve();
      });
    });
    while (!isOver && !this.#stopped && batch.length < most) {
      this.#isWindowOpen = true;
      await Promise.race([queue.arrival(), end]);
      this.#isWindowOpen = false;
      // After a refused call, the messages that are already here must still reach the function.
      const more = await this.#take(most - batch.length).catch(() => undefined);
      if (!more) break;
      batch.push(...more);
    }
    cancel();
    return batch;
  }

  async #take(MaxNumberOfMessages: number): Promise<Message[]> {
    const { Messages = [] } = (await this.#sqs("ReceiveMessage", {
      MaxNumberOfMessages,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    })) as { Messages?: Message[] };
    for (const { ReceiptHandle } of Messages) this.#options.queue.hold(ReceiptHandle);
    return Messages;
  }

  async #handle(messages: Message[]): Promise<void> {
    const ids = messages.map(({ MessageId }) => MessageId);
    try {
      const { failed } = await this.#options.target.handle(messages.map(this.#record), ids);
      const Entries = messages
        .filter(({ MessageId }) => !failed.has(MessageId))
        .map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
      if (Entries.length > 0) await this.#sqs("DeleteMessageBatch", { Entries });
    } finally {
      for (const { ReceiptHandle } of messages) this.#options.queue.release(ReceiptHandle);
    }
  }

  #record = ({ MessageId, ReceiptHandle, Body, MD5OfBody, Attributes, MessageAttributes = {} }: Message) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    md5OfBody: MD5OfBody,
    attributes: Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        { dataType: DataType, stringValue: StringValue, binaryValue: BinaryValue },
      ]),
    ),
    eventSource: "aws:sqs",
    eventSourceARN: this.#options.mapping.EventSourceArn,
  });

  #sqs = (operation: string, body: Json): Promise<Json> =>
    this.#options.target.call(`AmazonSQS.${operation}`, { QueueUrl: this.#options.queueUrl, ...body });
}
