type Json = Record<string, unknown>;

/** A reply that reports a mistake or a failure. Its message is for the person at the terminal. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
}

/** Calls the Platform API of a service with a key. */
export class ApiClient {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url.replace(/\/$/, "");
    this.#key = key;
  }

  /** Whether the service runs on this machine, so that it can deliver to it. */
  get isLocal(): boolean {
    return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(this.url).hostname);
  }

  get = (path: string): Promise<Json> => this.call("GET", path).then(({ json }) => json);
  post = (path: string, body: Json): Promise<Json> => this.call("POST", path, body).then(({ json }) => json);

  async call(method: string, path: string, body?: Json): Promise<{ json: Json; requestId: string }> {
    const headers = { authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
    const reply = await fetch(this.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new ApiFailure(
        this.isLocal
          ? `No service answers at ${this.url}. Start it with npm start, or name its address with --url.`
          : `${this.url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      );
    });
    const json = (await reply.json().catch(() => ({}))) as Json & { error?: { message?: string } };
    if (!reply.ok) throw new ApiFailure(json.error?.message ?? `${method} ${path} returned ${reply.status}.`);
    return { json, requestId: reply.headers.get("x-request-id") ?? "" };
  }
}

/** The address of the service that `npm start` runs here. */
export const ownUrl = (): string => `http://localhost:${process.env.PORT ?? "3000"}`;
