import {
  addHeaders,
  bodyText,
  checkedApiKey,
  checkedCount,
  checkedMs,
  checkedUrl,
  filledPath,
  idempotencyKey,
  queryText,
} from "./arguments.ts";
import {
  type ErrorClasses,
  errorFrom,
  FinalStatusError,
  formatError,
  type RawResponse,
  ResponseError,
  StatusTimeoutError,
} from "./failures.ts";
import type { ClientOptions, DryRun, RequestOptions, RequestPlan, WaitOptions } from "./options.ts";
import { networkError, objectIn, pause, readBytes, retryAfterMs } from "./reading.ts";

export type Identity = { userAgent: string; errors: ErrorClasses; apiKey?: string };

const MAX_DELAY_MS = 8_000;
/** A longer `Retry-After` ends the call: the caller should decide. */
const MAX_RETRY_AFTER_MS = 60_000;
/** A timer can fire this much too early. An attempt that a call has no more time for is not made. */
const TIMER_SLACK_MS = 5;

const responses = new WeakMap<object, RawResponse>();

/** The response from which a reply was read: status, headers, request id and body. */
export const responseOf = (reply: object): RawResponse | undefined => responses.get(reply);

/** What the call of a dry run would cause. Undefined: the reply is of no dry run. */
export const dryRunOf = (reply: object): DryRun | undefined => (reply as { dry_run?: DryRun }).dry_run;

export const isBrowser = (): boolean => "document" in globalThis;

/** A call with its checked arguments. */
type Call = {
  plan: RequestPlan;
  path: string;
  url: string;
  init: RequestInit;
  timeout: number;
  end: number;
  retries: number;
  signal: AbortSignal | undefined;
};
type Failure = { error: Error; response?: RawResponse };
type Attempt<T> = { reply: T } | Failure;

/** Whether an object is gone, which a DELETE whose earlier answer was lost may have done. */
const isGone = ({ plan }: Call, { error }: Failure): boolean =>
  plan.retry === "gone" && error instanceof ResponseError && error.code === "resource_missing";

function deletedReply<T extends object>({ plan }: Call, { response }: Failure): T {
  const reply = { id: plan.ids?.at(-1), deleted: true };
  if (response) responses.set(reply, response);
  return reply as object as T;
}

export class Transport {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #errors: ErrorClasses;
  readonly #maxBytes: number;
  /** Text with the API key hidden: a server could echo it. */
  readonly #hidden: (text: string) => string;

  constructor(options: ClientOptions, identity: Identity) {
    this.#options = options;
    this.#baseUrl = checkedUrl(options.baseUrl);
    this.#errors = identity.errors;
    this.#maxBytes = checkedCount("maxResponseBytes", options.maxResponseBytes ?? 2 ** 25);
    this.#limits({});
    const key = "apiKey" in identity ? checkedApiKey(identity.apiKey) : undefined;
    const secrets = key === undefined ? [] : [key, encodeURIComponent(key)];
    this.#hidden = (text) => secrets.reduce((hidden, each) => hidden.replaceAll(each, "[API key]"), text);
    this.#headers = {
      // A browser's own value needs no permission of the service.
      ...(!isBrowser() && { "user-agent": identity.userAgent }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    addHeaders(this.#headers, options.headers);
    if (this.#headers["idempotency-key"] !== undefined) {
      throw new TypeError("An idempotency key belongs to one call: all calls of a client cannot share it.");
    }
  }

  /** Sends a request until it succeeds, fails for good or has no attempts or time left. */
  async send<T extends object>(plan: RequestPlan, options: RequestOptions = {}): Promise<T> {
    const call = this.#call(plan, options);
    let wasLost = false;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt<T>(call, attempt);
      if ("reply" in result) return result.reply;
      const wait = this.#waitAfter(result, plan, attempt);
      const start = performance.now() + (wait ?? 0) + TIMER_SLACK_MS;
      if (wasLost && isGone(call, result)) return deletedReply<T>(call, result);
      const isOver = attempt > call.retries || wait === undefined || start >= call.end;
      if (isOver) throw result.error;
      wasLost ||= result.response?.status !== 429;
      await pause(wait, call.signal);
      if (call.signal?.aborted)
        throw networkError(`${plan.method} ${call.path}`, "canceled", 0, call.signal.reason);
    }
  }

  #limits(options: RequestOptions) {
    const bodyKey = (name: "timeout" | "callTimeout", usual: number) =>
      checkedMs(name, options[name] ?? this.#options[name] ?? usual);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? 3;
    return {
      timeout: bodyKey("timeout", 30_000),
      end: performance.now() + bodyKey("callTimeout", 120_000),
      retries: checkedCount("maxRetries", retries),
    };
  }

  #call(plan: RequestPlan, options: RequestOptions): Call {
    const { method, body, accept = "application/json" } = plan;
    const headers: Record<string, string> = { accept, ...this.#headers };
    if (method !== "GET") headers["content-type"] = "application/json";
    addHeaders(headers, options.headers);
    const bodyKey = plan.key === "body" ? (body as { idempotency_key?: string }).idempotency_key : undefined;
    const askedMs = idempotencyKey(options.idempotencyKey, headers["idempotency-key"], bodyKey);
    const key = askedMs ?? (plan.key === "none" ? undefined : crypto.randomUUID());
    if (key !== undefined) headers["idempotency-key"] = key;
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (method !== "GET" && body) init.body = bodyText(body);
    const path = filledPath(plan.path, plan.ids);
    if (options.dryRun && method === "GET") throw new TypeError("A call that reads has no dry run.");
    const query = options.dryRun ? { ...plan.query, dry_run: true } : plan.query;
    const url = this.#baseUrl + path + queryText(query);
    return { plan, path, url, init, ...this.#limits(options), signal: options.signal };
  }

  async #attempt<T extends object>(call: Call, attempt: number): Promise<Attempt<T>> {
    const { plan, path, init, signal } = call;
    const started = performance.now();
    const controller = new AbortController();
    const stop = () => controller.abort();
    const timer = setTimeout(stop, Math.min(call.timeout, call.end - started));
    signal?.addEventListener("abort", stop);
    let response: RawResponse | undefined;
    try {
      signal?.throwIfAborted();
      const answer = await (this.#options.fetch ?? fetch)(call.url, { ...init, signal: controller.signal });
      const bytes = await readBytes(answer, this.#maxBytes);
      const { status, headers } = answer;
      const id = headers.get("x-request-id");
      response = { status, headers, requestId: id && this.#hidden(id), body: "" };
      return this.#read<T>(plan, response, bytes);
    } catch (cause) {
      const ended = signal?.aborted ? "canceled" : controller.signal.aborted ? "late" : "broken";
      return { error: networkError(`${init.method} ${path}`, ended, performance.now() - started, cause) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      this.#report(call, attempt, performance.now() - started, response);
    }
  }

  #report({ plan, path }: Call, attempt: number, duration: number, response: RawResponse | undefined): void {
    const { status = null, requestId = null } = response ?? {};
    try {
      this.#options.onAttempt?.({ method: plan.method, path, attempt, status, requestId, duration });
    } catch {
      // The result of a call, such as a payout, must not depend on its log.
    }
  }

  #read<T extends object>(plan: RequestPlan, response: RawResponse, bytes: Uint8Array): Attempt<T> {
    const { status, headers } = response;
    const isFine = status >= 200 && status < 300;
    const isSmall = bytes.length <= this.#maxBytes;
    const { accept } = plan;
    if (isFine && isSmall && accept && headers.get("content-type")?.startsWith(accept)) {
      responses.set(bytes, response);
      return { reply: bytes as object as T };
    }
    response.body = new TextDecoder().decode(isSmall ? bytes : bytes.subarray(0, 500));
    const reply = isFine && isSmall && !accept ? objectIn(bytes, plan) : undefined;
    if (reply) {
      responses.set(reply, response);
      return { reply: reply as T };
    }
    response.body = this.#hidden(response.body);
    response.headers = new Headers([...headers].map(([name, value]) => [name, this.#hidden(value)]));
    const why = isSmall
      ? `It is no ${accept ?? "such JSON object"}.`
      : `It has more than ${this.#maxBytes} bytes.`;
    return { error: isFine ? formatError(response, why) : errorFrom(response, this.#errors), response };
  }

  /** Milliseconds to wait before the next attempt. Absent: the failure is final. */
  #waitAfter({ response }: Failure, { retry }: RequestPlan, attempt: number): number | undefined {
    const status = response?.status;
    if (status !== 429 && (retry === "refused" || (status !== undefined && status < 500))) return undefined;
    const delay = Math.min((this.#options.retryDelay ?? 500) * 2 ** (attempt - 1), MAX_DELAY_MS);
    const askedMs = retryAfterMs(response?.headers.get("retry-after") ?? "");
    if (askedMs > MAX_RETRY_AFTER_MS) return undefined;
    return Math.max(askedMs, delay * (0.5 + Math.random() / 2));
  }

  /** Reads an object until its status is one of `wanted`. */
  async waitFor<T extends { status: string }>(
    read: () => Promise<T>,
    secret: string | readonly string[],
    final: readonly string[],
    { interval = 2_000, waitTimeout = 300_000, signal }: WaitOptions = {},
  ): Promise<T> {
    const end = Date.now() + waitTimeout;
    for (;;) {
      const reply = await read();
      if ([secret].flat().includes(reply.status)) return reply;
      if (final.includes(reply.status)) throw new FinalStatusError(`The status is ${reply.status} for good.`);
      if (Date.now() + interval > end) {
        throw new StatusTimeoutError(`The status is still ${reply.status} after ${waitTimeout} ms.`);
      }
      await pause(interval, signal);
      if (signal?.aborted) throw networkError("The wait for a status", "canceled", 0, signal.reason);
    }
  }
}
