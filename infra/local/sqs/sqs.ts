import { Server } from "node:net";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import { ask } from "../ask.ts";
import type { Service } from "../aws-endpoint.ts";
import { StartupFailure } from "../failure.ts";
import { ACCOUNT, REGION, type Template } from "../template.ts";
import { askingForGroups, withGroup, withGroupGivenBack } from "./message-groups.ts";
import { destinationOf, moveMessages, type Redrive } from "./message-moves.ts";
import { attributesOf, kindOf } from "./queue-attributes.ts";

type Answer = { status: number; body: Json };
type Json = Record<string, unknown>;

export const queueUrl = (endpointUrl: string, arn: string): string =>
  `${endpointUrl}/${ACCOUNT}/${arn.split(":").at(-1)}`;

const queueArn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

/** The engine listens on all addresses in any case, so this moves its server to the loopback. */
async function onLoopback<T>(start: () => Promise<T>): Promise<T> {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    const [first, ...rest] = args as [{ host?: string }, ...unknown[]];
    const options = first?.host === "0.0.0.0" ? { ...first, host: "127.0.0.1" } : first;
    return Reflect.apply(listen, this, [options, ...rest]);
  } as typeof listen;
  try {
    return await start();
  } finally {
    Server.prototype.listen = listen;
  }
}

/** The template's queues, stored in the data folder. Their delays follow `Date`, and so the virtual clock. */
export class Sqs {
  readonly #server: Awaited<ReturnType<typeof startFauxqs>>;
  #redrives: Redrive[] = [];
  /** FIFO queues. The engine handles their groups itself. */
  readonly #ordered = new Set<string>();
  /** Queues known to be empty until the next call of the engine, since looking takes it a millisecond. */
  readonly #empty = new Set<string>();

  private constructor(server: Awaited<ReturnType<typeof startFauxqs>>) {
    this.#server = server;
  }

  static async start(dataDir: string): Promise<Sqs> {
    const options = { port: 0, logger: false, dataDir: join(dataDir, "sqs") };
    return new Sqs(await onLoopback(() => startFauxqs(options)));
  }

  stop = () => this.#server.stop();

  /**
   * Creates all queues first, since their settings refer to each other. Their URLs lead to the AWS endpoint.
   */
  async createQueues(template: Template, endpointUrl: string, timeScale: number): Promise<void> {
    for (const id of template.ids("AWS::SQS::Queue")) {
      template.provide(id, { ref: queueUrl(endpointUrl, queueArn(id)), Arn: queueArn(id), QueueName: id });
    }
    const queues = template.ofType("AWS::SQS::Queue");
    for (const { id, properties } of queues) {
      // The engine would replace a queue of an earlier run, and lose its messages.
      if (!this.peek(id)) this.#server.createQueue(id, { attributes: kindOf(properties) });
      if (properties.FifoQueue === true) this.#ordered.add(id);
    }
    for (const { id, properties } of queues) {
      const Attributes = attributesOf(properties, timeScale);
      if (Object.keys(Attributes).length === 0) continue;
      const { status, body } = await this.call("SetQueueAttributes", { QueueUrl: id, Attributes });
      if (status !== 200)
        throw new StartupFailure(`The queue engine refused the settings of ${id}: ${JSON.stringify(body)}`);
      const { deadLetterTargetArn } = (properties.RedrivePolicy ?? {}) as { deadLetterTargetArn?: string };
      if (deadLetterTargetArn)
        this.#redrives.push({ source: queueArn(id), deadLetters: deadLetterTargetArn });
    }
  }

  /** Moves the messages of a dead-letter queue back to their source. */
  redrive = (name: string): Promise<Answer> =>
    this.#perform("StartMessageMoveTask", { SourceArn: queueArn(name) });

  /** Sends a message from outside, such as one from a topic. */
  send = (name: string, MessageBody: string): Promise<Answer> =>
    this.#perform("SendMessage", { QueueUrl: name, MessageBody });

  /** The messages of a queue, without receiving them. */
  peek = (name: string) => this.#server.inspectQueue(name);

  /** Whether a queue has no messages at all: neither visible, nor delayed, nor in flight. */
  isEmpty(arn: string): boolean {
    if (this.#empty.has(arn)) return true;
    const { ready = [], delayed = [], inflight = [] } = this.peek(nameOf(arn))?.messages ?? {};
    const isEmpty = ready.length + delayed.length + inflight.length === 0;
    if (isEmpty) this.#empty.add(arn);
    return isEmpty;
  }

  /** A call of the engine itself. `#perform` adds what the engine lacks. */
  async call(operation: string, body: Json): Promise<Answer> {
    const { status, text } = await ask(
      this.#server.address,
      {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `AmazonSQS.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/sqs/aws4_request, SignedHeaders=host, Signature=local`,
      },
      JSON.stringify(body),
    ).finally(() => this.#empty.clear());
    return { status, body: JSON.parse(text || "{}") as Json };
  }

  service(): Service {
    return {
      target: "AmazonSQS",
      iamPrefix: "sqs",
      iamChecks: (operation, body) => this.#iamChecks(operation, body),
      perform: this.#perform,
    };
  }

  #perform = async (operation: string, body: Json): Promise<Answer> => {
    if (this.#ordered.has(nameOf(body.QueueUrl)) && /^(Send|Receive)/.test(operation))
      return this.call(operation, body);
    switch (operation) {
      case "SendMessage":
        return this.call(operation, withGroup(body) as Json);
      case "SendMessageBatch":
        return this.call(operation, { ...body, Entries: (body.Entries as Json[]).map(withGroup) });
      case "ReceiveMessage":
        return this.#receive(body);
      case "ChangeMessageVisibility":
        return this.call(operation, soon(body));
      case "ChangeMessageVisibilityBatch":
        return this.call(operation, { ...body, Entries: (body.Entries as Json[]).map(soon) });
      case "StartMessageMoveTask": {
        const to = destinationOf(body, this.#redrives);
        if (typeof to !== "string") return refusal(to.refused);
        return moveMessages(nameOf(body.SourceArn), nameOf(to), this.#perform);
      }
      default:
        return this.call(operation, body);
    }
  };

  async #receive(request: Json): Promise<Answer> {
    const { status, body } = await this.call("ReceiveMessage", askingForGroups(request));
    const { Messages, ...rest } = body as { Messages?: Json[] };
    if (!Messages) return { status, body };
    return { status, body: { ...rest, Messages: Messages.map((each) => withGroupGivenBack(each, request)) } };
  }

  #iamChecks(operation: string, body: Json) {
    const touch = (action: string, arn: string) => ({ action: `sqs:${action}`, resource: arn });
    if (operation !== "StartMessageMoveTask") {
      return [touch(operation.replace(/Batch$/, ""), queueArn(nameOf(body.QueueUrl)))];
    }
    const from = String(body.SourceArn);
    const to = destinationOf(body, this.#redrives);
    return [
      ...[operation, "ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((each) =>
        touch(each, from),
      ),
      ...(typeof to === "string" ? [touch("SendMessage", to)] : []),
    ];
  }
}

/** The engine loses a message whose visibility timeout becomes 0, so this uses a millisecond instead. */
const soon = (request: Json): Json =>
  request.VisibilityTimeout === 0 ? { ...request, VisibilityTimeout: 0.001 } : request;

/** The last part of a queue's URL or ARN. */
const nameOf = (text: unknown): string =>
  String(text ?? "")
    .split(/[/:]/)
    .at(-1) ?? "";

const refusal = (message: string): Answer => ({
  status: 400,
  body: { __type: "com.amazonaws.sqs#InvalidParameterValueException", message },
});
