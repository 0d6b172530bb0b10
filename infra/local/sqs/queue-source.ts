import { setTimeout as sleep } from "node:timers/promises";
import type { MappedFunction } from "../lambda/mapped-function.ts";
import type { Properties } from "../template.ts";

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
  target: MappedFunction;
  /** A cheap check, so that the source does not poll an empty queue. */
  isEmpty: () => boolean;
};

const POLL_MS = 50;
/** AWS's initial number. */
const CONCURRENT_BATCHES = 5;

/**
 * A function's event source on a queue, with the settings of the template's mapping. It deletes the messages
 * that the function processed. The others become visible again later, and the queue moves them to its
 * dead-letter queue.
 */
export class QueueSource {
  readonly #mapping: Properties;
  readonly #function: MappedFunction;
  readonly #queueUrl: string;
  readonly #isEmpty: () => boolean;
  readonly #mostAtOnce: number;
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor({ mapping, queueUrl, target, isEmpty }: Options) {
    this.#mapping = mapping;
    this.#queueUrl = queueUrl;
    this.#function = target;
    this.#isEmpty = isEmpty;
    const { MaximumConcurrency = CONCURRENT_BATCHES } = (mapping.ScalingConfig ?? {}) as Record<
      string,
      number
    >;
    this.#mostAtOnce = MaximumConcurrency;
  }

  /** Runs until stopped, with as many concurrent batches as the mapping allows. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      const wanted = this.#running.size < this.#mostAtOnce && !this.#isEmpty();
      const messages = wanted ? await this.#receive().catch(() => []) : [];
      if (messages.length === 0) {
        // Waits for the next poll, or for the end of a batch if all batches are in use.
        await Promise.race([sleep(POLL_MS), ...(this.#running.size < this.#mostAtOnce ? [] : this.#running)]);
        continue;
      }
      const batch = this.#handle(messages)
        .catch(() => {})
        .finally(() => this.#running.delete(batch));
      this.#running.add(batch);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** A batch: the messages that are there, and those that arrive within the mapping's batching window. */
  async #receive(): Promise<Message[]> {
    await this.#sqs("GetQueueAttributes", { AttributeNames: ["ApproximateNumberOfMessages"] });
    const most = Math.min(10, Number(this.#mapping.BatchSize ?? 10));
    const batch = await this.#take(most);
    const window = Number(this.#mapping.MaximumBatchingWindowInSeconds ?? 0) * 1000;
    for (const until = performance.now() + window; batch.length > 0 && batch.length < most; ) {
      if (performance.now() > until || this.#stopped) break;
      await sleep(POLL_MS);
      batch.push(...(await this.#take(most - batch.length)));
    }
    return batch;
  }

  async #take(MaxNumberOfMessages: number): Promise<Message[]> {
    const { Messages = [] } = (await this.#sqs("ReceiveMessage", {
      MaxNumberOfMessages,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    })) as { Messages?: Message[] };
    return Messages;
  }

  async #handle(messages: Message[]): Promise<void> {
    const ids = messages.map(({ MessageId }) => MessageId);
    const { failed } = await this.#function.handle(messages.map(this.#record), ids);
    const Entries = messages
      .filter(({ MessageId }) => !failed.has(MessageId))
      .map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
    if (Entries.length > 0) await this.#sqs("DeleteMessageBatch", { Entries });
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
    eventSourceARN: this.#mapping.EventSourceArn,
  });

  #sqs = (operation: string, body: Json): Promise<Json> =>
    this.#function.call(`AmazonSQS.${operation}`, { QueueUrl: this.#queueUrl, ...body });
}
