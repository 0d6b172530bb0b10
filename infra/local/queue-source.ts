import { setTimeout as sleep } from "node:timers/promises";
import type { MappedFunction } from "./mapped-function.ts";
import type { Properties } from "./template.ts";

type Json = Record<string, unknown>;
type Message = {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes?: Json;
  MessageAttributes?: Record<string, Record<string, unknown>>;
};

const POLL_MS = 50;
/** What AWS starts with, where the mapping names no other. */
const CONCURRENT_BATCHES = 5;

/**
 * A function's event source on a queue, as the template's mapping describes it. Messages that the function dealt with
 * are deleted; the others come again when their visibility ends. When one has come too often is for the queue to say.
 */
export class QueueSource {
  readonly #mapping: Properties;
  readonly #function: MappedFunction;
  readonly #queueUrl: string;
  #stopped = false;

  constructor(mapping: Properties, queueUrl: string, target: MappedFunction) {
    this.#mapping = mapping;
    this.#queueUrl = queueUrl;
    this.#function = target;
  }

  /** Runs until stopped, as many batches at a time as the mapping allows. */
  async run(): Promise<void> {
    const { MaximumConcurrency = CONCURRENT_BATCHES } = (this.#mapping.ScalingConfig ?? {}) as Record<
      string,
      number
    >;
    await Promise.all(Array.from({ length: MaximumConcurrency }, () => this.#poll()));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      const handled = await this.#once().catch(() => 0);
      if (handled === 0) await sleep(POLL_MS);
    }
  }

  async #once(): Promise<number> {
    await this.#sqs("GetQueueAttributes", { AttributeNames: ["ApproximateNumberOfMessages"] });
    const { Messages = [] } = (await this.#sqs("ReceiveMessage", {
      MaxNumberOfMessages: Math.min(10, Number(this.#mapping.BatchSize ?? 10)),
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    })) as { Messages?: Message[] };
    if (Messages.length === 0) return 0;

    const ids = Messages.map(({ MessageId }) => MessageId);
    const { failed } = await this.#function.handle(Messages.map(this.#record), ids);
    for (const { MessageId, ReceiptHandle } of Messages) {
      if (!failed.has(MessageId)) await this.#sqs("DeleteMessage", { ReceiptHandle });
    }
    return Messages.length;
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
