import type { ServerResponse } from "node:http";
import { seededRandom } from "../../local/base/seeded-random.ts";

export type Leaving = { status: number; headers: Record<string, string | string[]>; bytes: Buffer };

type Injected = (reply: ServerResponse, work: () => Promise<Leaving>, slowMs: number) => unknown;

const failing =
  (status: number, type: string, code: string, headers = {}, after = false): Injected =>
  async (reply, work) => {
    if (after) await work();
    const error = { type, code, message: "The fake injected this fault.", param: null, doc_url: "" };
    const bytes = Buffer.from(JSON.stringify({ error }));
    sendAnswer(reply, { status, headers: { "content-type": "application/json", ...headers }, bytes });
  };

const injected: Readonly<Record<string, Injected>> = {
  429: failing(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "1" }),
  500: failing(500, "api_error", "internal_error"),
  503: failing(503, "api_error", "service_unavailable"),
  "500-after": failing(500, "api_error", "internal_error", {}, true),
  html: (reply) =>
    sendAnswer(reply, {
      status: 502,
      headers: { "content-type": "text/html" },
      bytes: Buffer.from("<html>Bad gateway</html>"),
    }),
  reset: (reply) => reply.destroy(),
  lost: async (reply, work) => {
    await work();
    reply.destroy();
  },
  cut: async (reply, work) => {
    const { status, headers, bytes } = await work();
    reply.writeHead(status, headers).write(bytes.subarray(0, bytes.length / 2), () => reply.destroy());
  },
  slow: async (reply, work, slowMs) => {
    const answer = await work();
    setTimeout(() => sendAnswer(reply, answer), slowMs);
  },
  hang: (_, work) => work(),
};

export const FAULT_MEANINGS = `  429          a rate limit, with Retry-After: 1
  500, 503     an error before the work is done
  500-after    an error after the work is done
  html         a gateway's page with status 502
  reset        the connection closes before the work is done
  lost         the work is done, and the connection closes without an answer
  cut          the connection closes within the answer
  slow         the answer comes late
  hang         the work is done, and no answer comes`;

export function sendAnswer(reply: ServerResponse, { status, headers, bytes }: Leaving): void {
  const isHead = reply.req.method === "HEAD";
  const length = isHead || status === 204 || status === 304 ? {} : { "content-length": bytes.length };
  reply.writeHead(status, { ...headers, ...length }).end(isHead ? undefined : bytes);
}

export class FaultPlan {
  readonly #rates: readonly (readonly [name: string, rate: number])[];
  readonly #random: () => number;
  readonly #slowMs: number;
  #script: { path: string; fault: string }[] = [];

  /** `rates` is such as `503:0.1,lost:0.05`. */
  constructor(rates: string, seed: number, slowMs: number) {
    this.#rates = rates === "" ? [] : rates.split(",").map(rateOf);
    const sum = this.#rates.reduce((total, [, rate]) => total + rate, 0);
    if (sum > 1) throw new Error("The rates of --faults must add up to at most 1.");
    this.#random = seededRandom(seed);
    this.#slowMs = slowMs;
  }

  script({ next, path = "/v1/" }: { next?: unknown; path?: unknown }): void {
    const names = Array.isArray(next) ? next.map(String) : [];
    if (names.length === 0 || typeof path !== "string")
      throw new Error(
        'Send such as {"next": ["lost", "429"], "path": "/v1/payments"}. The path may be absent.',
      );
    for (const name of names) if (name !== "none") requireFault(name);
    this.#script.push(...names.map((fault) => ({ path, fault })));
  }

  forget(): void {
    this.#script = [];
  }

  take(path: string): string | undefined {
    const scripted = this.#script.find((each) => path.startsWith(each.path));
    this.#script = this.#script.filter((each) => each !== scripted);
    if (scripted) return scripted.fault === "none" ? undefined : scripted.fault;
    let at = this.#rates.length > 0 ? this.#random() : 1;
    return this.#rates.find(([, rate]) => {
      at -= rate;
      return at < 0;
    })?.[0];
  }

  inject = (name: string, reply: ServerResponse, work: () => Promise<Leaving>): unknown =>
    injected[name]?.(reply, work, this.#slowMs);
}

function rateOf(entry: string): readonly [string, number] {
  const [name = "", rate = ""] = entry.split(":");
  requireFault(name);
  const number = Number(rate);
  if (rate === "" || !(number >= 0 && number <= 1))
    throw new Error(`--faults needs a rate from 0 to 1 for each fault, such as ${name}:0.1.`);
  return [name, number];
}

function requireFault(name: string): void {
  if (!Object.hasOwn(injected, name))
    throw new Error(`A fault must be one of ${Object.keys(injected).join(", ")}.`);
}
