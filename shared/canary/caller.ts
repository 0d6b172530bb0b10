type Fields = Readonly<Record<string, unknown>>;
type Reply = { status: number; headers: Headers; text: string; json: () => Fields };
type Call = { method?: string; json?: object; headers?: Record<string, string> };

/** What a check did not find, in words for the operator. */
export class Finding extends Error {
  override readonly name = "Finding";
}

export class StageCaller {
  api: string;
  readonly #callMs: number;
  readonly id: string;
  key = "";
  driver = "";
  readonly cleanUps: (() => Promise<unknown>)[] = [];

  /** @param callMs how long a reply may take */
  constructor({ api, id, callMs }: { api: string; id: string; callMs: number }) {
    this.api = api;
    this.id = id;
    this.#callMs = callMs;
  }

  async call(path: string, { method, json, headers = {} }: Call = {}): Promise<Reply> {
    const response = await fetch(this.api + path, {
      method: method ?? (json ? "POST" : "GET"),
      redirect: "manual",
      signal: AbortSignal.timeout(this.#callMs),
      headers: { ...(json && { "content-type": "application/json" }), ...headers },
      ...(json && { body: JSON.stringify(json) }),
    }).catch(unanswered(path));
    const text = await response.text().catch(unanswered(path));
    return { status: response.status, headers: response.headers, text, json: () => fieldsIn(text, path) };
  }

  keyed = (path: string, call: Call = {}): Promise<Reply> =>
    this.call(path, { ...call, headers: { authorization: `Bearer ${this.key}`, ...call.headers } });

  remove = (path: string): Promise<Reply> => this.expect(200, path, this.keyed(path, { method: "DELETE" }));

  /** Calls, and demands a status. A wrong one is reported with the error's code, never with its body. */
  async expect(status: number, path: string, reply: Promise<Reply>): Promise<Reply> {
    const got = await reply;
    if (got.status === status) return got;
    const code = /"code":"(\w+)"/.exec(got.text)?.[1] ?? "no error code";
    const id = got.headers.get("x-request-id") ?? "none";
    throw new Finding(`${path} answered ${got.status} (${code}) instead of ${status}. Request id: ${id}`);
  }

  /** @returns how many things could not be removed, such as a driver whose payout is still pending */
  async cleanUp(): Promise<number> {
    let left = 0;
    for (const remove of this.cleanUps)
      await remove().catch(() => {
        left++;
      });
    return left;
  }
}

/** A connection that fails before the reply has arrived whole. */
export const unanswered =
  (from: string) =>
  ({ message, cause }: Error): never => {
    throw new Finding(`${from} did not answer: ${(cause as Error | undefined)?.message ?? message}`);
  };

function fieldsIn(text: string, path: string): Fields {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === "object" && json !== null) return json as Fields;
  } catch {
    // Not JSON.
  }
  throw new Finding(`${path} answered without a JSON object`);
}
