/** What the MCP SDK and the endpoint use. Node's own loads its HTTP client: 40 ms of a cold start. */
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

/** The SDK uses the global `Response` and takes no other. */
export const installWholeResponse = (): void => void Object.assign(globalThis, { Response: WholeResponse });
