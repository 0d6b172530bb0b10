import {
  type ErrorClasses,
  errorFrom,
  NetworkError,
  type RawResponse,
  StatusTimeoutError,
} from "./failures.ts";
import type { ClientOptions, RequestOptions, RequestPlan, WaitOptions } from "./options.ts";

export type Identity = { userAgent: string; errors: ErrorClasses; apiKey?: string };

const MAX_DELAY_MS = 8_000;
/** A longer `Retry-After` ends the call: the caller should decide. */
const MAX_RETRY_AFTER_MS = 60_000;

const responses = new WeakMap<object, RawResponse>();

/** The response from which a reply was read: status, headers, request id and body. */
export const responseOf = (reply: object): RawResponse | undefined => responses.get(reply);

export const isBrowser = (): boolean => "document" in globalThis;

export class Transport {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #errors: ErrorClasses;

  constructor(options: ClientOptions, { userAgent, errors, apiKey }: Identity) {
    this.#options = options;
    this.#baseUrl = checkedUrl(options.baseUrl);
    this.#errors = errors;
    this.#headers = {
      accept: "application/json",
      // A browser's own value needs no permission of the service.
      ...(!isBrowser() && { "user-agent": userAgent }),
      ...options.headers,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    };
  }

  /** Sends a request until it succeeds, fails for good or has no attempts left. */
  async send<T extends object>(plan: RequestPlan, options: RequestOptions = {}): Promise<T> {
    const url = this.#baseUrl + plan.path + queryText(plan.query);
    const init = this.#request(plan, options);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? 3;
    for (let attempt = 0; ; attempt++) {
      const result = await this.#attempt<T>(url, init, plan, options);
      if ("reply" in result) return result.reply;
      const wait = this.#waitAfter(result, plan, attempt);
      if (attempt >= retries || wait === undefined || options.signal?.aborted) throw result.error;
      await pause(wait, options.signal);
    }
  }

  #request({ method, body, key, accept }: RequestPlan, options: RequestOptions): RequestInit {
    const headers: Record<string, string> = { ...this.#headers, ...options.headers };
    const given = key === "body" ? (body as { idempotency_key?: string }).idempotency_key : undefined;
    if (key !== "none") headers["idempotency-key"] = options.idempotencyKey ?? given ?? crypto.randomUUID();
    if (accept !== undefined) headers.accept = accept;
    if (method === "GET") return { method, headers, redirect: "manual" };
    headers["content-type"] = "application/json";
    return { method, headers, redirect: "manual", ...(body && { body: JSON.stringify(body) }) };
  }

  async #attempt<T extends object>(
    url: string,
    init: RequestInit,
    { accept }: RequestPlan,
    options: RequestOptions,
  ): Promise<Attempt<T>> {
    const timeout = options.timeout ?? this.#options.timeout ?? 30_000;
    const deadline = AbortSignal.timeout(timeout);
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
    try {
      const answer = await (this.#options.fetch ?? fetch)(url, { ...init, signal });
      const { status, headers } = answer;
      if (answer.ok && accept !== undefined) {
        return { reply: new Uint8Array(await answer.arrayBuffer()) as object as T };
      }
      const body = await answer.text();
      const response = { status, headers, requestId: headers.get("x-request-id"), body };
      if (!answer.ok) return { error: errorFrom(response, this.#errors), response };
      const reply: T = JSON.parse(response.body);
      responses.set(reply, response);
      return { reply };
    } catch (cause) {
      const why = deadline.aborted ? `no response within ${timeout} ms` : "the connection broke";
      const message = options.signal?.aborted ? "the call was canceled" : why;
      return {
        error: new NetworkError(
          `${init.method} ${new URL(url).pathname}: ${message}`,
          deadline.aborted,
          cause,
        ),
      };
    }
  }

  /** Milliseconds to wait before the next attempt. Absent: the failure is final. */
  #waitAfter({ response }: Failure, { retry }: RequestPlan, attempt: number): number | undefined {
    const status = response?.status;
    if (status !== 429 && (retry === "refused" || (status !== undefined && status < 500))) return undefined;
    const delay = Math.min((this.#options.retryDelay ?? 500) * 2 ** attempt, MAX_DELAY_MS);
    const asked = retryAfterMs(response?.headers.get("retry-after") ?? null);
    if (asked > MAX_RETRY_AFTER_MS) return undefined;
    return Math.max(asked, delay * (0.5 + Math.random() / 2));
  }

  /** Reads an object until its status is one of `wanted`. */
  async waitFor<T extends { status: string }>(
    read: () => Promise<T>,
    wanted: string | readonly string[],
    { interval = 2_000, waitTimeout = 300_000, signal }: WaitOptions = {},
  ): Promise<T> {
    const end = Date.now() + waitTimeout;
    for (;;) {
      const reply = await read();
      if ([wanted].flat().includes(reply.status)) return reply;
      if (Date.now() + interval > end) {
        throw new StatusTimeoutError(`The status is still ${reply.status} after ${waitTimeout} ms.`);
      }
      await pause(interval, signal);
    }
  }
}

type Failure = { error: Error; response?: RawResponse };
type Attempt<T> = { reply: T } | Failure;

/** A key must not travel unencrypted, except within this machine. */
function checkedUrl(text: string): string {
  const url = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new TypeError("baseUrl must start with https://. Only a service on this machine may use http://.");
  }
  return text.replace(/\/+$/, "");
}

/** Objects are written as `name[key]=value`. */
function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = given.flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)])
      : [[name, String(value)]],
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}

/** The header has seconds, or a date with a weekday first. `Date.parse` would read -99999 as a year. */
function retryAfterMs(value: string | null): number {
  if (value === null) return 0;
  const isDate = /^[A-Z]/i.test(value);
  const ms = isDate ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1_000 : 0;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
