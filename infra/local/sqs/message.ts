import { createHash } from "node:crypto";

type MessageAttribute = { DataType: string; StringValue?: string; BinaryValue?: string };

export type Message = {
  id: string;
  body: string;
  attributes?: Record<string, MessageAttribute>;
  group?: string;
  deduplication?: string;
  /** Its place among the messages of all queues. */
  sequence: number;
  sentAt: number;
  /** When it can be received, or received again. */
  visibleAt: number;
  receives: number;
  firstReceivedAt?: number;
  /** The queue that it came from, for a message in a dead-letter queue. */
  source?: string;
};

export const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Changes with each receive, and stays valid after a restart. */
export const handleOf = ({ id, receives }: Message): string => `${id}#${receives}`;
export const idOfHandle = (handle: string): string => handle.split("#")[0] ?? "";

export function received(message: Message, request: Record<string, unknown>): Record<string, unknown> {
  const { AttributeNames = [], MessageSystemAttributeNames = [] } = request as Record<string, string[]>;
  const { MessageAttributeNames = [] } = request as Record<string, string[]>;
  const system = chosen(systemAttributes(message), [...AttributeNames, ...MessageSystemAttributeNames]);
  const attributes = chosen(message.attributes ?? {}, MessageAttributeNames);
  return {
    MessageId: message.id,
    ReceiptHandle: handleOf(message),
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(system && { Attributes: system }),
    ...(attributes && { MessageAttributes: attributes }),
  };
}

const systemAttributes = (message: Message): Record<string, string> => ({
  SenderId: "local",
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.receives),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  ...(message.group !== undefined && { MessageGroupId: message.group }),
  ...(message.deduplication !== undefined && {
    MessageDeduplicationId: message.deduplication,
    SequenceNumber: sequenceNumber(message),
  }),
  ...(message.source !== undefined && { DeadLetterQueueSourceArn: message.source }),
});

/** Twenty digits, as on AWS. */
export const sequenceNumber = ({ sequence }: Message): string => String(sequence).padStart(20, "0");

/** `All` and `.*` name everything, and `tenant.*` names what starts with `tenant.`. */
function chosen<T>(attributes: Record<string, T>, names: string[]): Record<string, T> | undefined {
  const isNamed = (name: string) =>
    names.some(
      (each) =>
        each === "All" || each === name || (each.endsWith(".*") && name.startsWith(each.slice(0, -2))),
    );
  const entries = Object.entries(attributes).filter(([name]) => isNamed(name));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
