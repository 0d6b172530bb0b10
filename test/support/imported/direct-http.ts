import { Readable } from "node:stream";

type Asked = { headers: Record<string, string>; path: string; body: string };
/** `cut`: the connection ends without a reply. */
type Answered = { status: number; headers: Record<string, string>; body: string } | "cut";
type Limits = { abortSignal?: AbortSignal; requestTimeout?: number };

/** The local cloud that runs this code performs the call. */
const perform = (request: Asked): Promise<Answered> =>
  Reflect.get(globalThis, Symbol.for("lambda:call"))(request);

/**
 * In place of `@smithy/node-http-handler` in tests in one process. Deadlines and lost replies are the same.
 */
export class NodeHttpHandler {
  readonly metadata = { handlerProtocol: "http/1.1" };
  readonly #options: Limits;

  constructor(options: Limits | (() => Promise<Limits>) = {}) {
    // The SDK's defaults come as a function, and set no deadline.
    this.#options = typeof options === "function" ? {} : options;
  }

  static create = (handler?: NodeHttpHandler | Limits): NodeHttpHandler =>
    handler instanceof NodeHttpHandler ? handler : new NodeHttpHandler(handler);

  async handle(request: Asked, { abortSignal, requestTimeout }: Limits = {}) {
    const late = Promise.withResolvers<never>();
    const failWith = (name: string, code?: string) =>
      late.reject(Object.assign(new Error(name), { name, code }));
    const abort = () => failWith("AbortError");
    if (abortSignal?.aborted) abort();
    abortSignal?.addEventListener("abort", abort, { once: true });
    const ms = requestTimeout ?? this.#options.requestTimeout ?? 0;
    const timer = ms > 0 ? setTimeout(failWith, ms, "TimeoutError", "ETIMEDOUT") : undefined;
    try {
      const answer = await Promise.race([late.promise, perform(request)]);
      if (answer === "cut")
        throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET" });
      const { status: statusCode, headers, body } = answer;
      const bytes = Buffer.from(body);
      // The client of S3, whose calls name no operation, reads streams.
      const isOfS3 = request.headers["x-amz-target"] === undefined;
      return { response: { statusCode, headers, body: isOfS3 ? Readable.from([bytes]) : bytes } };
    } finally {
      clearTimeout(timer);
      abortSignal?.removeEventListener("abort", abort);
    }
  }

  updateHttpClientConfig(): void {}
  httpHandlerConfigs = () => this.#options;
  destroy(): void {}
}

export const DEFAULT_REQUEST_TIMEOUT = 0;

/** A body is whole already, but of S3. */
export const streamCollector = async (body: Uint8Array | Readable): Promise<Uint8Array> =>
  body instanceof Readable ? Buffer.concat(await body.toArray()) : body;
