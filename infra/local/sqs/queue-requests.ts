import { createHash } from "node:crypto";
import type { Message } from "./message.ts";
import type { QueueSettings } from "./queue.ts";

type Json = Record<string, unknown>;
export type Entry = Json & { Id: string };

/** A call that SQS refuses, with the name of its error. */
export class QueueError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const MAX_BYTES = 1_048_576;
/** Control characters other than tab and line ends, lone surrogates, and two that are no characters. */
const REFUSED_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: SQS refuses them.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

type Content = Pick<Message, "body" | "attributes" | "group" | "deduplication"> & { delayMs?: number };

export function readMessage(request: Json, settings: QueueSettings): Content {
  const { MessageBody, MessageAttributes, MessageGroupId, MessageDeduplicationId } = request;
  const body = typeof MessageBody === "string" ? MessageBody : "";
  if (body === "") throw refused("MissingParameter", "The request must contain the parameter MessageBody.");
  if (REFUSED_CHARACTERS.test(body))
    throw refused("InvalidMessageContents", "Message must be shorter than 1 MiB and hold valid characters.");
  const attributes = MessageAttributes as Content["attributes"];
  if (Buffer.byteLength(body) + Buffer.byteLength(JSON.stringify(attributes ?? "")) > MAX_BYTES)
    throw refused("InvalidParameterValue", "One or more parameters are invalid. The message is too long.");
  const delayMs = seconds(request, "DelaySeconds", 900);
  const content = {
    body,
    ...(attributes && Object.keys(attributes).length > 0 && { attributes }),
    ...(MessageGroupId !== undefined && { group: String(MessageGroupId) }),
  };
  if (!settings.isFifo) return { ...content, ...(delayMs !== undefined && { delayMs }) };
  if (MessageGroupId === undefined)
    throw refused("MissingParameter", "The request must contain the parameter MessageGroupId.");
  if (delayMs)
    throw refused("InvalidParameterValue", "DelaySeconds is not allowed for a message of a FIFO queue.");
  const deduplication = settings.deduplicatesByContent
    ? (MessageDeduplicationId ?? createHash("sha256").update(body).digest("hex"))
    : MessageDeduplicationId;
  if (deduplication === undefined)
    throw refused(
      "InvalidParameterValue",
      "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
    );
  return { ...content, deduplication: String(deduplication) };
}

/** Checks the entries of a batch: one to ten, with names of their own, together not too long. */
export function readBatch({ Entries }: Json): Entry[] {
  const entries = (Entries ?? []) as Entry[];
  if (entries.length === 0) throw refused("EmptyBatchRequest", "The batch request has no entries.");
  if (entries.length > 10)
    throw refused("TooManyEntriesInBatchRequest", "A batch request has at most 10 entries.");
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw refused("BatchEntryIdsNotDistinct", "Two entries of the batch have the same Id.");
  const bytes = entries.reduce(
    (sum, { MessageBody }) => sum + Buffer.byteLength(String(MessageBody ?? "")),
    0,
  );
  if (bytes > MAX_BYTES)
    throw refused("BatchRequestTooLong", `Batch requests cannot be longer than ${MAX_BYTES} bytes.`);
  return entries;
}

export function seconds(request: Json, name: string, most: number): number | undefined {
  const value = request[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !(value >= 0 && value <= most))
    throw refused("InvalidParameterValue", `${name} must be a number of seconds from 0 to ${most}.`);
  return value * 1000;
}

const refused = (type: string, message: string) => new QueueError(type, message);
