import { setTimeout as sleep } from "node:timers/promises";
import type { AwsEndpoint } from "./aws-endpoint.ts";
import { functionArnOf, type Lambda, type LocalFunction } from "./lambda.ts";
import type { Properties } from "./template.ts";

type Json = Record<string, unknown>;
type Message = { MessageId: string; ReceiptHandle: string; Body: string; Attributes?: Json };

const POLL_MS = 50;
/** What AWS starts with, where the mapping names no other. */
const CONCURRENT_BATCHES = 5;

/**
 * A function's event source on a queue, as the template's mapping describes it. Messages that the function dealt with
 * are deleted; the others come again when their visibility ends. When one has come too often is for the queue to say.
 */
export class QueueSource {
  readonly #mapping: Properties;
  readonly #function: LocalFunction;
  readonly #endpoint: AwsEndpoint;
  readonly #queueUrl: string;
  #stopped = false;

  constructor(mapping: Properties, queueUrl: string, lambda: Lambda, endpoint: AwsEndpoint) {
    this.#mapping = mapping;
    this.#queueUrl = queueUrl;
    this.#function = lambda.function(functionArnOf(mapping));
    this.#endpoint = endpoint;
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
    })) as { Messages?: Message[] };
    if (Messages.length === 0) return 0;

    const outcome = await this.#function.invoke(
      JSON.stringify({ Records: Messages.map((m) => this.#record(m)) }),
    );
    const failed = outcome.ok ? failuresOf(outcome.payload) : undefined;
    for (const { MessageId, ReceiptHandle } of Messages) {
      if (failed && !failed.has(MessageId)) await this.#sqs("DeleteMessage", { ReceiptHandle });
    }
    return Messages.length;
  }

  #record = ({ MessageId, ReceiptHandle, Body, Attributes }: Message) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes ?? {},
    messageAttributes: {},
    eventSource: "aws:sqs",
    eventSourceARN: this.#mapping.EventSourceArn,
  });

  async #sqs(operation: string, body: Json): Promise<Json> {
    const request = { QueueUrl: this.#queueUrl, ...body };
    const result = await this.#endpoint.call(this.#function.accessKeyId, `AmazonSQS.${operation}`, request);
    if (result === "cut" || result.status !== 200) throw new Error(`${operation} failed`);
    return result.body;
  }
}

function failuresOf(payload: string): Set<string> {
  const { batchItemFailures = [] } = (JSON.parse(payload) ?? {}) as {
    batchItemFailures?: { itemIdentifier: string }[];
  };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}
