import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";

/** Answers a request in place of the cloud. Returns false if the cloud answers it. */
type Breakage = (asked: IncomingMessage, reply: ServerResponse) => boolean;

/** A server between a program and a cloud, which breaks some of the cloud's answers. */
export type Front = { url: string; breakage: Breakage; close: () => void };

/** No program takes 127.0.0.2 for a service of this machine. */
export async function startFront(cloudUrl: string, host = "127.0.0.2"): Promise<Front> {
  const server = createServer((incoming, reply) => {
    if (front.breakage(incoming, reply)) return;
    const { method, url: path = "" } = incoming;
    // The cloud serves its own routes under its own name only.
    const headers = { ...incoming.headers, host: new URL(cloudUrl).host };
    const passed = request(cloudUrl + path, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    incoming.pipe(passed.on("error", () => reply.destroy()));
  }).listen(0, host);
  await once(server, "listening");
  const front: Front = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    breakage: () => false,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  atSuiteEnd(front.close);
  return front;
}

/** The connection breaks in the middle of the body, when the head has arrived. */
export function cutOff(reply: ServerResponse, status: number): void {
  reply.writeHead(status, { "content-length": "100" }).write("{");
  setTimeout(() => reply.destroy(), 50);
}
