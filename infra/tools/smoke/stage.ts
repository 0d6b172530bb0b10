import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Command,
  type CommandAnswer,
  type Fields,
  invocationOf,
} from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";
import { invoke, type StageAddress } from "../ops/invoke.ts";

type Reply = { status: number; headers: Headers; text: string; json: () => Fields };
type Call = { method?: string; json?: object; headers?: Record<string, string> };

/** What a check did not find, in words for the operator. */
export class Finding extends Error {
  override readonly name = "Finding";
}

/** The stage under test: its operators' functions, its address, and what the checks have made there. */
export class Stage {
  readonly target: StageAddress;
  readonly id = randomBytes(4).toString("hex");
  /** The account that the checks make. No command deletes an account. */
  readonly account = `smoke-${this.id}`;
  readonly timeoutMs: number;
  /** The API's address, once an operator's function has said it. */
  api = "";
  /** Whether it sends email. */
  emails = false;
  alarmTopic = "";
  key = "";
  driver = "";
  /** What removes everything that the checks made, the newest first. */
  readonly cleanUps: (() => Promise<unknown>)[] = [];
  readonly #stopping = new AbortController();

  constructor(target: StageAddress, timeoutMs: number) {
    this.target = target;
    this.timeoutMs = timeoutMs;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends a wait of the check under way. Its requests still end, so that their objects can be removed. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Runs an operator's command. */
  async command(name: string, input: Fields, reason = "Smoke test"): Promise<CommandAnswer> {
    const found = commands.find((each) => each.name === name) as Command | undefined;
    if (!found) throw new Error(`No command ${name}`);
    const given = found.asks || found.masks ? { reason } : {};
    const answer = await invoke(found, { command: name, input, ...given }, this.target);
    if (!answer.ok) throw new Finding(`The command ${invocationOf(found)} answered: ${answer.message}`);
    return answer;
  }

  async call(path: string, { method, json, headers = {} }: Call = {}): Promise<Reply> {
    const response = await fetch(this.api + path, {
      method: method ?? (json ? "POST" : "GET"),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
      headers: { ...(json && { "content-type": "application/json" }), ...headers },
      ...(json && { body: JSON.stringify(json) }),
    }).catch(unanswered(path));
    const text = await response.text().catch(unanswered(path));
    return { status: response.status, headers: response.headers, text, json: () => fieldsIn(text, path) };
  }

  keyed = (path: string, call: Call = {}): Promise<Reply> =>
    this.call(path, { ...call, headers: { authorization: `Bearer ${this.key}`, ...call.headers } });

  /** Deletes an object of the account. */
  remove = (path: string): Promise<Reply> => this.expect(200, path, this.keyed(path, { method: "DELETE" }));

  /** Calls, and demands a status. A wrong one is reported with the error's code, never with its body. */
  async expect(status: number, path: string, reply: Promise<Reply>): Promise<Reply> {
    const got = await reply;
    if (got.status === status) return got;
    const code = /"code":"(\w+)"/.exec(got.text)?.[1] ?? "no error code";
    const id = got.headers.get("x-request-id") ?? "none";
    throw new Finding(`${path} answered ${got.status} (${code}) instead of ${status}. Request id: ${id}`);
  }

  /** Asks again until `found` returns something, or the time is over. */
  async eventually<T>(what: string, found: () => Promise<T | undefined>): Promise<T> {
    const until = performance.now() + this.timeoutMs;
    for (;;) {
      const value = await found();
      if (value !== undefined) return value;
      if (performance.now() > until)
        throw new Finding(`After ${Math.round(this.timeoutMs / 1_000)} s, ${what}`);
      await sleep(Math.min(2_000, this.timeoutMs / 20), undefined, { signal: this.#stopping.signal });
    }
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
