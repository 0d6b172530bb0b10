/**
 * As much of a Response as the MCP SDK makes and we read. Node's own is a part of its HTTP client, which takes some 40 ms
 * to load when the first one is made: a third of a cold start, for a function that never sends anything by it.
 */
class WholeResponse {
  readonly status: number;
  readonly headers: { get: (name: string) => string | null };
  readonly #body: string | ReadableStream<Uint8Array> | null;

  constructor(
    body: string | ReadableStream<Uint8Array> | null = null,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.status = status;
    this.#body = body;
    const lowerCased = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.headers = { get: (name) => lowerCased.get(name.toLowerCase()) ?? null };
  }

  static json(
    value: unknown,
    init: { status?: number; headers?: Record<string, string> } = {},
  ): WholeResponse {
    return new WholeResponse(JSON.stringify(value), {
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    });
  }

  async text(): Promise<string> {
    if (typeof this.#body === "string" || this.#body === null) return this.#body ?? "";
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
}

/** The SDK looks for it among the globals, so there it goes. */
export const installWholeResponse = (): void => void Object.assign(globalThis, { Response: WholeResponse });
