import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";

/** An attempt as the receiver gets it. `at` is wall time in milliseconds. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; json: Json; at: number };

/** The receiver's reply to an attempt, or no reply at all. */
export type Answer = Reply | "hang";
type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The body follows the head after this many ms. */
  slowBody?: number;
  /** The connection closes in the middle of the body. */
  cutOff?: true;
};

/** A receiver on the loopback, until the suite ends. Tests can change its answer at any time. */
export class Receiver {
  readonly received: Received[] = [];
  answer: (received: Received) => Answer = () => ({ status: 204 });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      receiver.#receive(
        {
          path: request.url ?? "",
          headers: request.headers,
          body,
          json: JSON.parse(body.toString()),
          at: Date.now(),
        },
        response,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atSuiteEnd(() => receiver.close());
    return receiver;
  }

  /** Each endpoint has its own path. */
  url = (path = "/"): string => `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;

  at = (path: string): Received[] => this.received.filter((request) => request.path === path);

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #receive(received: Received, response: ServerResponse): void {
    this.received.push(received);
    const answer = this.answer(received);
    if (answer === "hang") return;
    const { status, headers, body, slowBody, cutOff } = answer;
    if (cutOff) {
      response.writeHead(status, { "content-length": 9 }).write("half");
      setTimeout(() => response.destroy(), 20);
      return;
    }
    response.writeHead(status, headers);
    if (slowBody === undefined) response.end(body);
    else {
      response.flushHeaders();
      setTimeout(() => response.end(body), slowBody);
    }
  }
}
