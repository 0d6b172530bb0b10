import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Activity } from "../activity/activity.ts";
import { type Faults, suffer } from "./faults.ts";
import type { Context, Iam } from "./iam.ts";
import { s3Call, s3Error } from "./s3-call.ts";
import { callerIdentity } from "./sts.ts";
import type { Usage } from "./usage.ts";

type Json = Record<string, unknown>;

type IamCheck = { action: string; resource: string; context?: Context };

export type Service = {
  target: string;
  iamPrefix: string;
  iamChecks: (operation: string, body: Json) => IamCheck[];
  perform: (operation: string, body: Json) => Promise<{ status: number; body: Json }>;
};

type Caller = { name: string; role: string };
type Parts = {
  iam: Pick<Iam, "allows">;
  faults: Faults;
  usage: Usage;
  activity: Activity;
  refused: (message: string) => void;
};

/** Identifies a function by its credentials, refuses what its role forbids, injects faults, and counts. */
export class AwsEndpoint {
  readonly #callers = new Map<string, Caller>();
  readonly #services: Service[] = [];
  readonly #parts: Parts;
  #server: Server | undefined;
  /** Set by `listen`. */
  url = "";

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(service: Service): void {
    this.#services.push(service);
  }

  credentialsFor(name: string, role: string): string {
    const [known] = [...this.#callers].find(([, each]) => each.name === name && each.role === role) ?? [];
    if (known) return known;
    const accessKeyId = `LOCAL${randomBytes(8).toString("hex").toUpperCase()}`;
    this.#callers.set(accessKeyId, { name, role });
    return accessKeyId;
  }

  async listen(host: string): Promise<void> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) =>
        answer(response, 500, { message: String(error) }),
      );
    });
    // AWS keeps idle connections for minutes. Node's 5 s could end one in use.
    server.keepAliveTimeout = 0;
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    this.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (text.startsWith("Action=GetCallerIdentity&")) {
      const identity = callerIdentity(request.headers, text);
      return answer(response, identity.status, identity.body);
    }
    const { method, url: path = "", headers } = request;
    const { target, body } = callIn({ method, path, headers, body: text });
    const [, accessKeyId = ""] = /Credential=([^/]+)\//.exec(headers.authorization ?? "") ?? [];
    const result = await this.call(accessKeyId, target, body, headers["x-amzn-trace-id"]);
    if (result === "cut") response.destroy();
    else answer(response, result.status, result.body);
  }

  async operate(fullTarget: string, body: Json): Promise<{ status: number; body: Json } | undefined> {
    const [target, operation = ""] = fullTarget.split(".");
    return this.#services.find((each) => each.target === target)?.perform(operation, body);
  }

  /** One call, by its target (`DynamoDB_20120810.GetItem`) and body. `cut`: the caller gets no reply. */
  async call(
    accessKeyId: string,
    fullTarget: string,
    body: Json,
    trace?: string | string[],
  ): Promise<{ status: number; body: Json } | "cut"> {
    const caller = this.#callers.get(accessKeyId);
    const [target = "", operation = ""] = fullTarget.split(".");
    const service = this.#services.find((candidate) => candidate.target === target);
    if (!caller || !service) return denied(`The local cloud has no service for ${fullTarget}`);

    const { iam, faults, usage, activity, refused } = this.#parts;
    for (const { action, resource, context } of service.iamChecks(operation, body)) {
      if (await iam.allows(caller.role, action, resource, context)) continue;
      const message = `${caller.name} is not authorized to perform ${action} on ${resource}`;
      refused(message);
      return target === "S3" ? s3Error(403, "AccessDenied", message) : denied(message);
    }

    const action = `${service.iamPrefix}:${operation}`;
    const perform = async () => {
      const result = await service.perform(operation, body);
      // The text of an object may name persons.
      const { Body: _, ...noted } = body;
      usage.called(caller.name, action, noted, result.status, result.body);
      activity.called(caller.name, action, noted, result.status, trace);
      return result;
    };
    const fault = faults.strike(action, caller.name, body);
    const suffered = fault && (await suffer(fault, { body }, perform));
    return (suffered as { status: number; body: Json } | "cut" | undefined) ?? perform();
  }
}

/** Most services name the operation in a header. SES has a path for each. */
export const callOf = ({ headers, url }: Pick<IncomingMessage, "headers" | "url">): string =>
  url === "/v2/email/outbound-emails" ? "SES.SendEmail" : String(headers["x-amz-target"] ?? "");

/** A call with its body. One that names no operation is of S3, which speaks no JSON. */
export function callIn(request: Parameters<typeof s3Call>[0]): { target: string; body: Json } {
  const target = callOf({ headers: request.headers as IncomingMessage["headers"], url: request.path });
  return target ? { target, body: JSON.parse(request.body || "{}") as Json } : s3Call(request);
}

const denied = (message: string) => ({
  status: 400,
  body: { __type: "com.amazon.coral.service#AccessDeniedException", message, Message: message },
});

/** Dated by the virtual clock: the SDK repeats a refused call if the reply's date is far from its own. */
export const replyHeaders = (body: object = {}) => ({
  "content-type": "application/x-amz-json-1.0",
  date: new Date().toUTCString(),
  ...("etag" in body && { etag: String(body.etag) }),
});

/** S3 replies with an object, or with XML. */
export const replyText = (body: object): string => ("s3" in body ? String(body.s3) : JSON.stringify(body));

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, replyHeaders(body)).end(status === 204 ? undefined : replyText(body));
}
