import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { freshAddress } from "../../../../test/support/cloud/cloud.ts";
import { type Reply, send } from "../../../local/test/support/http.ts";

export type Recorded = { method: string; path: string; reply: Reply };

/**
 * A proxy before the service that records what each sample asks and gets. A sample's base URL names it. Each
 * request has a source address of its own, so no rate limit applies to it.
 */
export class Recorder {
  readonly #server: Server;
  readonly #recorded = new Map<string, Recorded[]>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<Recorder> {
    const server = createServer();
    const recorder = new Recorder(server);
    server.on("request", async (request, response) => {
      const [, name = "", ...rest] = (request.url ?? "").split("/");
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      // Compressed replies could not be read here.
      const { host: _, connection: __, "accept-encoding": ___, ...headers } = request.headers;
      const method = request.method ?? "GET";
      const path = `/${rest.join("/")}`;
      const body = Buffer.concat(chunks);
      const call = { method, headers: headers as Record<string, string>, from: freshAddress() };
      const reply = await send(`${target}${path}`, { ...call, ...(body.length > 0 && { body }) });
      // A fast machine meets the quota of a second, and the client tries again.
      if (reply.status !== 429) recorder.#recorded.set(name, [...recorder.of(name), { method, path, reply }]);
      response.writeHead(reply.status, { ...reply.headers, connection: "close" }).end(reply.bytes);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return recorder;
  }

  url = (name: string): string => `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;

  of = (name: string): readonly Recorded[] => this.#recorded.get(name) ?? [];

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
