import { Server } from "node:net";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import type { Service } from "./aws-endpoint.ts";
import { StartupFailure } from "./failure.ts";
import { ACCOUNT, REGION, type Template } from "./template.ts";

type Json = Record<string, unknown>;

export const queueUrl = (endpointUrl: string, arn: string): string =>
  `${endpointUrl}/${ACCOUNT}/${arn.split(":").at(-1)}`;

const queueArn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

/** The engine listens on every address of the machine, whatever it is told: what it starts is kept on the loopback. */
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

/** The template's queues, kept in the data folder. */
export class Sqs {
  readonly #server: Awaited<ReturnType<typeof startFauxqs>>;

  private constructor(server: Awaited<ReturnType<typeof startFauxqs>>) {
    this.#server = server;
  }

  static async start(dataDir: string): Promise<Sqs> {
    const options = { port: 0, logger: false, dataDir: join(dataDir, "sqs") };
    return new Sqs(await onLoopback(() => startFauxqs(options)));
  }

  stop = () => this.#server.stop();

  /** All queues first, then what they say of each other. Their addresses lead to the endpoint that knows the caller. */
  async createQueues(template: Template, endpointUrl: string): Promise<void> {
    for (const id of template.ids("AWS::SQS::Queue")) {
      this.#server.createQueue(id);
      template.provide(id, { ref: queueUrl(endpointUrl, queueArn(id)), Arn: queueArn(id), QueueName: id });
    }
    for (const { id, properties } of template.ofType("AWS::SQS::Queue")) {
      const { VisibilityTimeout, RedrivePolicy } = properties;
      const Attributes = {
        ...(VisibilityTimeout !== undefined && { VisibilityTimeout: String(VisibilityTimeout) }),
        ...(RedrivePolicy !== undefined && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
      };
      if (Object.keys(Attributes).length === 0) continue;
      const { status, body } = await this.call("SetQueueAttributes", {
        QueueUrl: queueUrl(endpointUrl, queueArn(id)),
        Attributes,
      });
      if (status !== 200) throw new StartupFailure(`The queue ${id} was refused: ${JSON.stringify(body)}`);
    }
  }

  /** What waits in a queue, for tests and for a look. */
  peek = (name: string) => this.#server.inspectQueue(name);

  async call(operation: string, body: Json): Promise<{ status: number; body: Json }> {
    const response = await fetch(this.#server.address, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `AmazonSQS.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/sqs/aws4_request, SignedHeaders=host, Signature=local`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse((await response.text()) || "{}") as Json };
  }

  service(): Service {
    return {
      target: "AmazonSQS",
      iamPrefix: "sqs",
      touches: (operation, body) => [
        {
          action: `sqs:${operation}`,
          resource: queueArn(
            String(body.QueueUrl ?? "")
              .split("/")
              .at(-1) ?? "",
          ),
        },
      ],
      perform: (operation, body) => this.call(operation, body),
    };
  }
}
