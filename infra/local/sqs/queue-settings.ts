import type { Properties } from "../base/template.ts";
import type { Queue, QueueSettings } from "./queue.ts";

/** A queue's settings in the template, with SQS's defaults. */
export function settingsOf(arn: string, properties: Properties): QueueSettings {
  const seconds = (name: string, otherwise: number) => Number(properties[name] ?? otherwise) * 1000;
  const { deadLetterTargetArn, maxReceiveCount } = (properties.RedrivePolicy ?? {}) as {
    deadLetterTargetArn?: string;
    maxReceiveCount?: number;
  };
  return {
    arn,
    isFifo: properties.FifoQueue === true,
    deduplicatesByContent: properties.ContentBasedDeduplication === true,
    deduplicatesByGroup: properties.DeduplicationScope === "messageGroup",
    delayMs: seconds("DelaySeconds", 0),
    visibilityMs: seconds("VisibilityTimeout", 30),
    retentionMs: seconds("MessageRetentionPeriod", 345_600),
    ...(deadLetterTargetArn !== undefined && {
      redrive: { deadLetters: deadLetterTargetArn, maxReceives: Number(maxReceiveCount) },
    }),
  };
}

export function attributesOf(queue: Queue, { AttributeNames = [] }: Properties): Record<string, string> {
  const { visible, inFlight, delayed } = queue.counts();
  const { arn, isFifo, delayMs, visibilityMs, retentionMs } = queue.settings;
  const attributes = {
    QueueArn: arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    DelaySeconds: String(delayMs / 1000),
    VisibilityTimeout: String(visibilityMs / 1000),
    MessageRetentionPeriod: String(retentionMs / 1000),
    ...(isFifo && { FifoQueue: "true" }),
  };
  const names = AttributeNames as string[];
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => names.includes("All") || names.includes(name)),
  );
}
