import { randomUUID } from "node:crypto";
import { DeadLetters, type QueueParts } from "./dead-letters.ts";
import { Deduplication } from "./deduplication.ts";
import { handleOf, type Message, md5, received, sequenceNumber } from "./message.ts";
import type { Queue } from "./queue.ts";
import { type Entry, QueueError, readBatch, readMessage, seconds } from "./queue-requests.ts";
import { attributesOf } from "./queue-settings.ts";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json };

/** What the calls of SQS do. The SQS API reference is the source of their limits and errors. */
export class QueueOperations {
  readonly #parts: QueueParts;
  readonly deadLetters: DeadLetters;
  #lastSequence = 0;
  readonly #deduplication = new Deduplication();

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.deadLetters = new DeadLetters(parts);
  }

  continueAfter(messages: Iterable<Message>, { settings }: Queue): void {
    for (const message of messages) {
      this.#lastSequence = Math.max(this.#lastSequence, message.sequence);
      if (settings.isFifo) this.#deduplication.note(settings, message);
    }
  }

  perform(operation: string, body: Json): Answer {
    try {
      return { status: 200, body: this.#perform(operation, body) };
    } catch (error) {
      if (!(error instanceof QueueError)) throw error;
      return { status: 400, body: { __type: `com.amazonaws.sqs#${error.type}`, message: error.message } };
    }
  }

  #perform(operation: string, body: Json): Json {
    if (operation === "StartMessageMoveTask") return this.deadLetters.move(body);
    const queue = this.#parts.find(body.QueueUrl);
    if (!queue) throw new QueueError("QueueDoesNotExist", "The specified queue does not exist.");
    switch (operation) {
      case "SendMessage":
        return this.#send(queue, body);
      case "ReceiveMessage":
        return this.#receive(queue, body);
      case "DeleteMessage":
        return this.#delete(queue, body);
      case "ChangeMessageVisibility":
        return this.#changeVisibility(queue, body);
      case "SendMessageBatch":
        return eachOf(readBatch(body), (entry) => this.#send(queue, entry));
      case "DeleteMessageBatch":
        return eachOf(readBatch(body), (entry) => this.#delete(queue, entry));
      case "ChangeMessageVisibilityBatch":
        return eachOf(readBatch(body), (entry) => this.#changeVisibility(queue, entry));
      case "GetQueueAttributes":
        return { Attributes: attributesOf(queue, body) };
      default:
        throw new QueueError("InvalidAction", `The local cloud does not implement ${operation}`);
    }
  }

  #send(queue: Queue, request: Json): Json {
    const { settings } = queue;
    const now = this.#parts.now();
    const { delayMs, ...content } = readMessage(request, settings);
    const message: Message = {
      ...content,
      id: randomUUID(),
      sequence: ++this.#lastSequence,
      sentAt: now,
      visibleAt: now + (delayMs ?? settings.delayMs),
      receives: 0,
    };
    const before = settings.isFifo ? this.#deduplication.find(settings, message) : undefined;
    if (!before) {
      this.#put(queue, [message]);
      if (settings.isFifo) this.#deduplication.note(settings, message);
    }
    const sent = before ?? message;
    return {
      MessageId: sent.id,
      MD5OfMessageBody: md5(content.body),
      ...(settings.isFifo && { SequenceNumber: sequenceNumber(sent) }),
    };
  }

  #receive(queue: Queue, request: Json): Json {
    const most = Number(request.MaxNumberOfMessages ?? 1);
    if (!(most >= 1 && most <= 10))
      throw new QueueError("InvalidParameterValue", "MaxNumberOfMessages must be a number from 1 to 10.");
    const visibilityMs = seconds(request, "VisibilityTimeout", 43_200) ?? queue.settings.visibilityMs;
    const now = this.#parts.now();
    this.deadLetters.bury(queue, most);
    const messages = queue.visible(most).map((message) => ({
      ...message,
      receives: message.receives + 1,
      firstReceivedAt: message.firstReceivedAt ?? now,
      visibleAt: now + visibilityMs,
    }));
    if (messages.length > 0) this.#put(queue, messages);
    return messages.length > 0 ? { Messages: messages.map((message) => received(message, request)) } : {};
  }

  #put(queue: Queue, messages: Message[]): void {
    this.#parts.store(
      queue,
      messages.map((put) => ({ put })),
    );
    for (const message of messages) queue.put(message);
  }

  /** Deleting a message that is gone is no error, as on AWS. */
  #delete(queue: Queue, request: Json): Json {
    const message = this.#withHandle(queue, request);
    if (!message) return {};
    this.#parts.store(queue, [{ deleted: message.id }]);
    queue.delete(message.id);
    return {};
  }

  #changeVisibility(queue: Queue, request: Json): Json {
    const message = this.#withHandle(queue, request);
    const ms = seconds(request, "VisibilityTimeout", 43_200) ?? 0;
    const now = this.#parts.now();
    if (!message || !queue.isHidden(message))
      throw new QueueError("MessageNotInflight", "The message is not in flight.");
    this.#put(queue, [{ ...message, visibleAt: now + ms }]);
    return {};
  }

  /** Only the handle of the latest receive counts, on a FIFO queue only while the message is in flight. */
  #withHandle(queue: Queue, { ReceiptHandle }: Json): Message | undefined {
    const handle = String(ReceiptHandle ?? "");
    if (!/^[\w-]+#\d+$/.test(handle))
      throw new QueueError("ReceiptHandleIsInvalid", "The input receipt handle is invalid.");
    const message = queue.find(handle);
    if (!message || handleOf(message) !== handle) return undefined;
    return queue.settings.isFifo && !queue.isHidden(message) ? undefined : message;
  }
}

/** A batch succeeds or fails by entry. */
function eachOf(entries: Entry[], act: (entry: Entry) => Json): Json {
  const Successful: Json[] = [];
  const Failed: Json[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...act(entry) });
    } catch (error) {
      if (!(error instanceof QueueError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.type, Message: error.message });
    }
  }
  return { ...(Successful.length > 0 && { Successful }), ...(Failed.length > 0 && { Failed }) };
}
