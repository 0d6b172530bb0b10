type Json = Record<string, unknown>;

export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  /** Undefined: no whole reply arrived. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The API's gateway replies within 30 seconds. On this machine, a function may wait at a breakpoint. */
const TIMEOUT_MS = 40_000;
const LOCAL_TIMEOUT_MS = 300_000;

/** Calls the Platform API of a service with a key. */
export class ApiClient {
  readonly url: string;
  readonly #key: string;
  readonly #timeoutMs: number;

  constructor(url: string, key: string, timeoutMs?: number) {
    this.url = url.replace(/\/$/, "");
    this.#key = key;
    this.#timeoutMs = timeoutMs ?? (this.isLocal ? LOCAL_TIMEOUT_MS : TIMEOUT_MS);
  }

  /** Whether the service runs on this machine, so that it can deliver to it. */
  get isLocal(): boolean {
    return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(this.url).hostname);
  }

  get = (path: string): Promise<Json> => this.call("GET", path).then(({ json }) => json);
  post = (path: string, body: Json): Promise<Json> => this.call("POST", path, body).then(({ json }) => json);

  async call(method: string, path: string, body?: Json): Promise<{ json: Json; requestId: string }> {
    const headers = { authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const reply = await fetch(this.url + path, { ...sent, signal }).catch((error: Error) => {
      throw new ApiFailure(
        this.isLocal && error.name !== "TimeoutError"
          ? `No service answers at ${this.url}. Start it with npm start, or name its address with --url.`
          : this.#silence(error),
      );
    });
    const text = await reply.text().catch((error: Error) => {
      throw new ApiFailure(this.#silence(error));
    });
    const json = parsed(text);
    if (!reply.ok)
      throw new ApiFailure(
        json?.error?.message ?? `${method} ${path} returned ${reply.status}.`,
        reply.status,
      );
    // Such as the sign-in page of a public network.
    if (!json)
      throw new ApiFailure(`${this.url} is not the API: the reply to ${method} ${path} is not JSON.`);
    return { json, requestId: reply.headers.get("x-request-id") ?? "" };
  }

  #silence({ name, message, cause }: Error): string {
    if (name === "TimeoutError")
      return `${this.url} did not answer within ${this.#timeoutMs / 1000} seconds.`;
    return `${this.url} does not answer: ${(cause as Error | undefined)?.message ?? message}`;
  }
}

function parsed(text: string): (Json & { error?: { message?: string } }) | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? (json as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether `fetch` takes this address. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/./.test(text) && URL.canParse(text);
