type Message = {
  id?: string | number | null;
  method?: string;
  params?: Params;
  result?: Result;
  error?: unknown;
};
type Params = { name?: string; uri?: string; requestId?: string | number; _meta?: Record<string, unknown> };
type Result = { protocolVersion?: string };

const VERSION = "io.modelcontextprotocol/protocolVersion";
const TIMEOUT_MS = 60_000;

/**
 * Passes JSON-RPC messages to an MCP server over HTTP, and its replies back. It does not know the tools. The
 * server keeps no session, so closing the connection cancels a request.
 */
export class StdioProxy {
  readonly #url: string;
  readonly #answer: (message: unknown) => void;
  readonly #underWay = new Map<string | number, AbortController>();
  /** The version that `initialize` agreed on. Older clients do not repeat it, but the server needs it. */
  #protocolVersion: string | undefined;

  constructor(url: string, answer: (message: unknown) => void) {
    this.#url = url;
    this.#answer = answer;
  }

  /** Takes one line of input. It never throws: a failure becomes the reply to the request. */
  async take(line: string): Promise<void> {
    if (line.trim() === "") return;
    let message: Message | Message[];
    try {
      message = JSON.parse(line);
    } catch {
      return this.#answer(failure(null, -32700, "Parse error: this line is not JSON."));
    }
    const messages = [message].flat().filter((each) => typeof each === "object" && each !== null);
    for (const { method, params } of messages) {
      if (method === "notifications/cancelled") this.#underWay.get(params?.requestId ?? "")?.abort();
    }
    if (messages.length === 1 && messages[0]?.method === "notifications/cancelled") return;
    await this.#forward(message, messages);
  }

  async #forward(message: Message | Message[], messages: Message[]): Promise<void> {
    const ids = messages.flatMap(({ id, method }) => (id == null || method === undefined ? [] : [id]));
    const dropped = new AbortController();
    for (const id of ids) this.#underWay.set(id, dropped);
    try {
      const answers = await this.#send(message, dropped.signal);
      this.#storeVersion(messages, answers);
      for (const answer of answers) if (ids.length > 0) this.#answer(answer);
    } catch (error) {
      if (dropped.signal.aborted) return;
      for (const id of ids) this.#answer(failure(id, -32603, `${this.#url}: ${reasonOf(error)}`));
    } finally {
      for (const id of ids) this.#underWay.delete(id);
    }
  }

  async #send(message: Message | Message[], dropped: AbortSignal): Promise<unknown[]> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: this.#headersFor(message),
      body: JSON.stringify(message),
      // Messages are for this address only, so a redirect fails.
      redirect: "error",
      signal: AbortSignal.any([dropped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const answers = isStream ? eventsIn(text) : [parsed(text)];
    // A notification gets an empty reply, and no error either: it has no id.
    if (answers.length === 0 || !answers.every(isAnswer))
      throw new Error(`answered HTTP ${response.status} without an MCP message. Check --url.`);
    // An error of the transport has no id, so it gets the id of the request.
    const id = Array.isArray(message) ? null : (message.id ?? null);
    return answers.map((answer) =>
      Array.isArray(answer) || (answer as Message).id !== null ? answer : { ...(answer as Message), id },
    );
  }

  #headersFor(message: Message | Message[]): Record<string, string> {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const { method = "", params } = Array.isArray(message) ? {} : message;
    const version = params?._meta?.[VERSION];
    if (typeof version !== "string") {
      if (this.#protocolVersion && method !== "initialize")
        headers["mcp-protocol-version"] = this.#protocolVersion;
      return headers;
    }
    headers["mcp-protocol-version"] = version;
    headers["mcp-method"] = inHeader(method);
    const name = params?.name ?? params?.uri;
    if (name && /^(tools\/call|prompts\/get|resources\/read)$/.test(method))
      headers["mcp-name"] = inHeader(name);
    return headers;
  }

  #storeVersion(requests: Message[], answers: unknown[]): void {
    if (!requests.some(({ method }) => method === "initialize")) return;
    const [answer] = answers as [Message | undefined];
    this.#protocolVersion = answer?.result?.protocolVersion ?? this.#protocolVersion;
  }
}

const failure = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === "TimeoutError") return `did not answer within ${TIMEOUT_MS / 1000} seconds`;
  return cause ? `cannot be reached (${cause.code ?? cause.message})` : message;
}

const eventsIn = (text: string): unknown[] =>
  text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trim())
      .join("\n");
    return data === "" ? [] : [parsed(data)];
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isAnswer = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isAnswer)
    : (value as { jsonrpc?: string } | undefined)?.jsonrpc === "2.0";

/** Header values are visible ASCII. The protocol encodes all others as `=?base64?...?=`. */
const inHeader = (value: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString("base64")}?=`;
