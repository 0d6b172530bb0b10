import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as send } from "node:https";
import type { Socket } from "node:net";
import type { AttemptResult } from "../domain/webhook/attempt.ts";
import { connectPinned } from "./connect.ts";
import { excerptOf, headersOf } from "./excerpt.ts";
import { publicDns } from "./public-dns.ts";
import { locate, readTarget, type TargetRules } from "./target.ts";

export type Post = { url: string; headers: Record<string, string>; body: Uint8Array };

export type Bounds = {
  /** For the DNS, TCP and TLS. */
  connectMs: number;
  /** For the whole attempt, to the end of the response body. */
  totalMs: number;
  headerBytes: number;
  readBytes: number;
  excerptBytes: number;
};

export const BOUNDS: Bounds = {
  connectMs: 5_000,
  totalMs: 15_000,
  headerBytes: 16 * 1024,
  readBytes: 64 * 1024,
  excerptBytes: 16 * 1024,
};

export type PostOptions = TargetRules & { bounds?: Bounds; ca?: string };

/**
 * Never throws: every outcome is data. The name is resolved once, each address is checked, and the connection
 * goes to these only. Each attempt has its own connection: a kept one was checked for another.
 */
export async function post(request: Post, options: PostOptions = {}): Promise<AttemptResult> {
  const { bounds = BOUNDS } = options;
  const started = performance.now();
  const clock = new AbortController();
  const total = setTimeout(() => clock.abort(), bounds.totalMs);
  const connect = setTimeout(() => clock.abort(), bounds.connectMs);
  const connected = () => clearTimeout(connect);
  try {
    const result = await attempt(request, { ...options, bounds, connected, signal: clock.signal });
    return { ...result, duration_ms: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(total);
    clearTimeout(connect);
  }
}

type Outcome = Omit<AttemptResult, "duration_ms">;
type Attempt = PostOptions & { bounds: Bounds; connected: () => void; signal: AbortSignal };

async function attempt(request: Post, options: Attempt): Promise<Outcome> {
  const { resolve = publicDns(), signal } = options;
  const target = readTarget(request.url, options);
  if ("code" in target) return { outcome: "blocked" };
  const located = await Promise.race([
    locate(target, { ...options, resolve: (hostname) => resolve(hostname, signal) }),
    aborted(signal),
  ]);
  if (located === "aborted") return { outcome: "timeout" };
  if ("code" in located)
    return located.code === "url_invalid" ? { outcome: "unreachable", cause: "dns" } : { outcome: "blocked" };

  const socket = await connectPinned(target, located, options);
  if (signal.aborted) {
    if (typeof socket !== "string") socket.destroy();
    return { outcome: "timeout" };
  }
  if (socket === "elsewhere") return { outcome: "blocked" };
  if (typeof socket === "string") return { outcome: "unreachable", cause: socket };
  options.connected();
  return exchange(request, target.url, socket, options);
}

const aborted = (signal: AbortSignal) =>
  new Promise<"aborted">((resolve) => signal.addEventListener("abort", () => resolve("aborted")));

function exchange(
  { headers, body }: Post,
  url: URL,
  socket: Socket,
  { bounds, signal }: Attempt,
): Promise<Outcome> {
  return new Promise((resolve) => {
    // node:http would also load Node's client of WebSockets: 20 ms of CPU time at each start of the function.
    const request = send({
      method: "POST",
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        "accept-encoding": "identity",
        "content-length": body.byteLength,
      },
      createConnection: () => socket,
      maxHeaderSize: bounds.headerBytes,
    });
    let answer: Answer | undefined;
    const settle = (outcome: Outcome) => {
      resolve({ ...outcome, ...answer?.sofar() });
      request.destroy();
    };
    const fail = () => settle({ outcome: "unreachable", cause: "protocol" });
    signal.addEventListener("abort", () => settle({ outcome: "timeout" }));
    request.on("error", fail);
    request.on("upgrade", fail);
    request.on("response", (response) => {
      answer = read(response, bounds, { fail, done: (status) => settle({ outcome: judge(status) }) });
    });
    request.end(body);
  });
}

/** A redirect is refused, since its target has not been checked. */
const judge = (status: number) => (status >= 200 && status <= 299 ? "delivered" : "refused");

type Answer = { sofar: () => Pick<Outcome, "status" | "excerpt" | "headers" | "retry_after"> };
type Heard = { fail: () => void; done: (status: number) => void };

/** A response is done when its body ends, or exceeds the bytes that are read. */
function read(response: IncomingMessage, bounds: Bounds, { fail, done }: Heard): Answer {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let length = 0;
  response.on("error", fail);
  response.on("end", () => done(status));
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bounds.readBytes) done(status);
  });
  return {
    sofar: () => {
      const seconds = retryAfter(headers, new Date());
      const excerpt = excerptOf(Buffer.concat(chunks), headers["content-encoding"], bounds.excerptBytes);
      return {
        status,
        excerpt,
        ...(judge(status) === "refused" && { headers: headersOf(headers) }),
        ...(seconds !== undefined && { retry_after: seconds }),
      };
    },
  };
}

const MAX_RETRY_AFTER_SECONDS = 365 * 24 * 60 * 60;

/** `retry-after` in seconds, by the response's own `date`. Undefined: missing or malformed. */
function retryAfter(
  { "retry-after": value = "", date = "" }: IncomingHttpHeaders,
  now: Date,
): number | undefined {
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER_SECONDS);
  if (!/^\w{3}, /.test(value)) return undefined;
  const from = Number.isNaN(Date.parse(date)) ? now.getTime() : Date.parse(date);
  const seconds = Math.ceil((Date.parse(value) - from) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
