import type { IncomingMessage, ServerResponse } from "node:http";
import type { DynamoDb } from "./dynamodb.ts";
import type { Fault, Faults } from "./faults.ts";
import type { Grant, Iam } from "./iam.ts";
import type { Sqs } from "./sqs.ts";
import type { Usage } from "./usage.ts";

type Parts = { iam: Iam; faults: Faults; usage: Usage; sqs: Sqs; dynamodb: DynamoDb };

/**
 * `/_local/...`: what only the local cloud has. Look at usage, grants and queues; inject faults; take grants away; put
 * an item into the table past all our code.
 * Changes need a JSON body, which a web page of another origin cannot send here without leave.
 */
export function control({ iam, faults, usage, sqs, dynamodb }: Parts) {
  const routes: Record<string, (body: never) => unknown> = {
    "GET /_local/clock": () => ({ now: new Date().toISOString() }),
    "GET /_local/usage": () => usage.report(),
    "PUT /_local/usage": () => usage.clear(),
    "GET /_local/grants": () => iam.grants(),
    "PUT /_local/revoked": (grants: Grant[]) => iam.revoke(grants),
    "PUT /_local/items": (request: Record<string, unknown>) =>
      dynamodb.call("DynamoDB_20120810.PutItem", request),
    "PUT /_local/faults": (active: Fault[]) => faults.set(active),
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value ?? {}));
    const { pathname } = new URL(request.url ?? "/", "http://local");
    const queue = /^\/_local\/queues\/(\w+)$/.exec(pathname)?.[1];
    if (request.method === "GET" && queue) return void send(200, sqs.peek(queue)?.messages ?? null);

    const route = routes[`${request.method} ${pathname}`];
    if (!route) return void send(404, { message: "No such local route" });
    if (request.method === "GET") return void send(200, route(undefined as never));
    if (request.headers["content-type"] !== "application/json")
      return void send(415, { message: "Send JSON" });
    let text = "";
    for await (const chunk of request) text += chunk;
    send(200, await route(JSON.parse(text) as never));
  };
}
