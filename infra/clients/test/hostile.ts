import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "../../local/test/support/http.ts";
import { machineTime } from "../../../test/support/cloud/machine-time.ts";
import { type Answer, HostileServer, type Request } from "./hostile-server.ts";
import { newSecret, sign } from "../../../shared/webhooks/signing.ts";
import { errorClass, type Runner, Shim } from "./shim.ts";

/** What a case must lead to. `attempts` and `wire` count the attempts of the client and those that arrive. */
type Outcome = {
  result?: string;
  value?: string;
  attempts?: number;
  wire?: number;
  key?: string;
  header?: [name: string, value: string];
  target?: string;
  says?: string;
  status?: number;
  request_id?: string;
  min_ms?: number;
  max_ms?: number;
  left?: number;
  open?: string | null;
  sockets?: number | null;
  /** The field of the typed reply that `value` is. */
  field?: string;
  proxied?: true;
};

/** One answer, caller or surrounding. `hostile.jsonl` has a line for each. */
export type Case = {
  title: string;
  op?: string;
  languages?: string[];
  base?: string;
  client?: Record<string, Json>;
  options?: Record<string, Json>;
  ids?: (string | null)[];
  query?: object;
  /** How many objects of a list the caller reads before it stops. */
  take?: number;
  delivery?: Delivery;
  times?: number;
  /** Closes the clients, and counts what is left. */
  leave?: true;
  answers?: Answer[];
  /** A call of the same client after this one. */
  next?: string;
  expect: Outcome;
  /** What differs in a language, for a reason of the language. */
  also?: Record<string, Outcome>;
};

/** `age`: the seconds since it was signed. `options`: those of the client. */
type Delivery = { age?: number; headers?: object; options?: object };

type Result = {
  result: string;
  value: string;
  message: string;
  attempts: number;
  ms: number;
  next?: string;
  left?: number;
  open?: string;
  status?: number;
  request_id?: string;
  /** What the error of the case does wrong: it shows the key, or cannot be written and read. */
  fault?: string;
};

const API_KEY = "svc_test_unguessable";

/** A line has one case, or one for each row of `each`: `{0}` is the row's first value, and so on. */
function casesOf(line: string): Case[] {
  const { each, ...common }: Case & { each?: Json[][] } = JSON.parse(line);
  const filled = (row: Json[]) => (_: string, value: Json) => {
    if (typeof value !== "string") return value;
    const [, place] = /^\{(\d)\}$/.exec(value) ?? [];
    return place === undefined ? value.replace("{0}", row[0]) : row[Number(place)];
  };
  return each?.map((row) => JSON.parse(JSON.stringify(common), filled(row))) ?? [common];
}

export const hostileCases: Case[] = readFileSync(join(import.meta.dirname, "hostile.jsonl"), "utf8")
  .replaceAll("{key}", API_KEY)
  .trim()
  .split("\n")
  .flatMap(casesOf);

/** Runs the cases with a language's client, and returns what differs from their outcomes. */
export async function hostileProblems(language: string, runner: Runner): Promise<string[]> {
  const server = new HostileServer(hostileCases.map(({ answers = [] }) => answers));
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  const addresses: Record<string, string> = await server.start();
  const trusted = join(folder, "trusted.pem");
  writeFileSync(trusted, server.certificate.cert);
  const trust = { SSL_CERT_FILE: trusted, NODE_EXTRA_CA_CERTS: trusted };
  const shim = new Shim({ ...runner, env: { ...runner.env, ...trust, ...proxyOf(`${addresses.url}`) } });
  try {
    const problems: string[] = [];
    for (const [number, each] of hostileCases.entries()) {
      if (each.languages?.includes(language) === false) continue;
      const base = (each.base ?? "{url}").replace(
        /^\{(\w+)\}$/,
        (_, name) => `${addresses[name]}/c/${number}`,
      );
      const result = await new HostileRun(shim, each, number, base, language).run();
      problems.push(...problemsOf(language, number, result, server));
    }
    return [...problems, ...server.leaks.map((text) => `bytes of no request: ${text}`)];
  } finally {
    shim.stop();
    server.stop();
    rmSync(folder, { recursive: true });
  }
}

const ana = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
const pay = { driver_id: "drv_1", amount: 500, currency: "usd" };

/** The call that an operation of a case is. */
function callOf({ op = "read", ids = ["drv_1"], options = {}, query = {}, take = 1 }: Case): object {
  const { body_key } = options;
  const keyInBody = body_key === undefined ? {} : { idempotency_key: body_key };
  const calls: Record<string, object> = {
    read: { resource: "drivers", method: "get", path: ids },
    create: { resource: "drivers", method: "create", params: { ...ana, ...query } },
    update: { resource: "drivers", method: "update", path: ids, params: query },
    delete: { resource: "drivers", method: "delete", path: ids },
    unlink: { resource: "drivers", method: "deleteBankAccount", path: ids },
    pay: { resource: "payouts", method: "create", params: { ...pay, ...keyInBody, ...query } },
    payout: { resource: "payouts", method: "get", path: ids },
    payouts: { resource: "payouts", method: "list", params: query, is_list: true },
    mileage: { resource: "tax", method: "logMileage", path: ids, params: query },
    start: { api: "agent", resource: "signups", method: "start", params: { email: "a@example.com" } },
    pdf: { resource: "tax", method: "get1099Pdf", path: ids, params: { year: 2026 } },
    wait: { resource: "payouts", method: "waitForStatus", path: ["pay_1"], wait: ["completed"] },
    list: { resource: "drivers", method: "list", params: query, iterate: 1_000 },
    follow: { resource: "drivers", method: "follow", params: query, iterate: take },
  };
  return { ...calls[op] };
}

function deliveryOf({ age = 0, headers, options = {} }: Delivery = {}): object {
  const secret = newSecret();
  const body = '{"id":"evt_1","type":"ping","created_at":"2026-11-21T09:30:00.000Z","data":{}}';
  const sentAt = new Date(machineTime().getTime() - age * 1_000);
  const signed = sign({ eventId: "evt_1", body: Buffer.from(body), sentAt, secrets: [secret] });
  return { body, headers: { ...signed, ...headers }, secrets: [secret], options };
}

/** How many calls of a case are under way at once. */
const AT_ONCE = 200;
/** The JDK keeps threads for timers and for a last client. */
const SLACK: Readonly<Record<string, number>> = { java: 3 };

/** One case with two clients of its own. */
class HostileRun {
  readonly #outcome: Result = { result: "ok", value: "", message: "", attempts: 0, ms: 0 };
  readonly shim: Shim;
  readonly trial: Case;
  readonly number: number;
  readonly base: string;
  readonly language: string;

  constructor(shim: Shim, trial: Case, number: number, base: string, language: string) {
    this.shim = shim;
    this.trial = trial;
    this.number = number;
    this.base = base;
    this.language = language;
  }

  async run(): Promise<Result> {
    const { trial, shim } = this;
    const outcome = this.#outcome;
    const before = trial.leave ? (await shim.send("state")).ok.tasks : 0;
    const started = performance.now();
    const isOpen = (await this.#open("platform")) && (await this.#open("agent"));
    if (isOpen) await this.#calls();
    outcome.ms = performance.now() - started;
    // What no request asked for arrives.
    if (trial.answers?.some(({ again }) => again)) await new Promise((done) => setTimeout(done, 80));
    if (trial.next && isOpen) {
      const { ok, error } = await this.#send("call", { resource: "drivers", method: "get", path: ["after"] });
      const isOther = ok && ok.reply.id !== "after";
      outcome.next = isOther ? `the answer ${ok.reply.id}` : error ? `${error.class} ${error.message}` : "ok";
    }
    if (trial.leave) await this.#leave(before);
    return outcome;
  }

  async #open(api: string): Promise<boolean> {
    const { base, trial } = this;
    const { api_key = API_KEY, ...client } = trial.client ?? {};
    const settings = { key: api_key, retry_delay_ms: 1, ...client, base };
    const { ok, error } = await this.shim.send("client", { client: `${this.number} ${api}`, api, settings });
    if (`${ok?.shown}`.includes(API_KEY)) this.#outcome.fault = "the client shows the key";
    if (error) this.#fail(error);
    return ok !== undefined;
  }

  async #calls(): Promise<void> {
    const { times = 1, op, ids, options = {} } = this.trial;
    if (op === "unwrap" || op === "fork") return this.#take(await this.#special());
    const call = callOf(this.trial);
    if (options.cancel_ms) setTimeout(() => this.#send("cancel", {}), options.cancel_ms);
    if (times === 1) return this.#take(await this.#call(call));
    const firstIds = Array.from({ length: Math.abs(times) }, (_, i) => `drv_${i}`);
    const next = async () => {
      for (let id = firstIds.shift(); id; id = firstIds.shift()) {
        const answer = await this.#call({ ...call, path: ids ?? [id] });
        this.#take(answer);
        if (answer.ok && answer.ok.reply.id !== id) this.#outcome.fault = `${id} got ${answer.ok.reply.id}`;
      }
    };
    await Promise.all(Array.from({ length: times < 0 ? 1 : AT_ONCE }, next));
  }

  #special(): Promise<Json> {
    const { op, times } = this.trial;
    return op === "fork"
      ? this.#send("fork", { times })
      : this.shim.send("unwrap", deliveryOf(this.trial.delivery));
  }

  #call(call: object): Promise<Json> {
    const { options = {} } = this.trial;
    const isAsync = this.number % 2 === 1 && options.cancel_ms === undefined;
    const waits = { interval_ms: 20, wait_ms: 5_000 };
    return this.#send("call", { async: isAsync, ...call, options: { ...waits, ...options } });
  }

  #send(operation: string, { api = "platform", ...fields }: Record<string, Json>): Promise<Json> {
    return this.shim.send(operation, { ...fields, client: `${this.number} ${api}` });
  }

  #take({ ok, error, attempts = 0 }: Json): void {
    const outcome = this.#outcome;
    outcome.attempts = Math.max(outcome.attempts, attempts);
    if (error) this.#fail(error);
    if (!ok) return;
    const { reply, items, bytes, event, typed } = ok;
    const shown = items?.map(({ id }: Json) => id).join() ?? bytes ?? reply?.id ?? event?.id ?? "";
    if (`${ok.printed}`.includes("Zaphod")) outcome.fault = `it prints ${ok.printed}`;
    const { field } = this.trial.expect;
    outcome.value = String(field ? (typed ?? reply)[field] : shown);
  }

  #fail(error: Json): void {
    const { status, request_id, shown, fault, text, message } = error;
    const isTyped = error.class !== "Untyped";
    const wrong = `${shown}`.includes(API_KEY) ? "it shows the key" : fault;
    Object.assign(this.#outcome, { result: errorClass(error), message: isTyped ? text : message, status });
    this.#outcome.request_id = request_id ?? undefined;
    this.#outcome.fault ??= isTyped && text.length > 2_000 ? "its text is long" : wrong;
  }

  async #leave(before: number): Promise<void> {
    for (const api of ["platform", "agent"]) await this.#send("close", { api });
    // One more client asks which connections are open, until its language has collected the others.
    const client = `${this.number} last`;
    await this.shim.send("client", { client, api: "platform", settings: { base: this.base, key: API_KEY } });
    const get = { client, resource: "drivers", method: "get", path: ["open"] };
    for (let i = 0; i < 50; i++) {
      this.#outcome.open = (await this.shim.send("call", get)).ok?.reply.id;
      const { tasks } = (await this.#send("state", {})).ok;
      this.#outcome.left = Math.max(0, tasks - before - (SLACK[this.language] ?? 0));
      if (this.#outcome.open === "0" && this.#outcome.left === 0) break;
      await new Promise((done) => setTimeout(done, 100));
    }
    await this.shim.send("close", { client });
  }
}

/** The environment's proxy, in the words of each language. One unknown host is reached without it. */
function proxyOf(proxy: string): Record<string, string> {
  const { hostname, port } = new URL(proxy);
  const java = [
    `-Dhttps.proxyHost=${hostname}`,
    `-Dhttps.proxyPort=${port}`,
    "-Dhttp.nonProxyHosts=localhost|127.*|nowhere.invalid",
  ];
  return {
    HTTPS_PROXY: proxy,
    NO_PROXY: "127.0.0.1,localhost,nowhere.invalid",
    JAVA_TOOL_OPTIONS: java.join(" "),
  };
}

function problemsOf(language: string, number: number, result: Result, server: HostileServer): string[] {
  const { title, expect, also, next } = hostileCases[number] as Case;
  const expected: Outcome = { result: "ok", ...expect, ...also?.[language] };
  const requests = server.requests.get(number) ?? [];
  const wire = expected.wire ?? result.attempts;
  const differences: [string, unknown, unknown][] = [
    ["result", expected.result, result.result],
    ["value", expected.value ?? result.value, result.value],
    ["attempts", expected.attempts ?? result.attempts, result.attempts],
    ["requests", wire, requests.length],
    ["status", expected.status ?? result.status, result.status],
    ["request id", expected.request_id ?? result.request_id, result.request_id],
    ["the next call", next, result.next],
    ["what is left", expected.left ?? result.left, result.left],
    ["open sockets", expected.open ?? result.open, result.open],
    ["sockets", expected.sockets ?? "any", expected.sockets ? server.sockets.get(number)?.size : "any"],
    ["a fault of the error", undefined, result.fault],
    ["in time", true, result.ms >= (expected.min_ms ?? 0) && result.ms <= (expected.max_ms ?? 8_000)],
    ["the message", true, new RegExp(expected.says ?? "").test(result.message)],
    ["the proxy", true, !expected.proxied || server.proxied.includes("proxied.invalid:443")],
    ["headers", "", requests.flatMap((each) => headerProblems(each, expected)).join()],
    ["keys", true, expected.result === "ArgumentError" || hasOneKey(requests, expected)],
    ["target", expected.target, expected.target && targetOf(requests.at(-1))],
  ];
  return differences
    .filter(([, expected, actual]) => expected !== actual)
    .map(
      ([what, expected, actual]) =>
        `${title}: ${what} is ${actual}, not ${expected} (${result.message.slice(0, 200)})`,
    );
}

/** No name has two values, nor two values in one. */
function headerProblems({ headers }: Request, { header: [name, value] = ["", ""] }: Outcome): string[] {
  const names = headers.map(([each]) => each);
  const twice = names.filter((each, i) => names.indexOf(each) !== i);
  const header = headers.find(([each]) => each === name)?.[1] ?? "";
  return [...twice, ...(header === value ? [] : [`${name}: ${header}`])];
}

/** Some languages sort the names of a query. */
function targetOf(request: Request | undefined): string {
  const [path = "", query] = `${request?.target}`.replace(/^\/c\/\d+/, "").split("?");
  return query ? `${path}?${query.split("&").sort().join("&")}` : path;
}

/** All attempts of a call have the key of the caller, or one random key. */
function hasOneKey(requests: readonly Request[], { key }: Outcome): boolean {
  const keys = requests.map(({ headers }) => headers.find(([name]) => name === "idempotency-key")?.[1]);
  const isKeyed =
    requests.some(({ target }) => /payout$|drivers$/.test(target)) && requests[0]?.method === "POST";
  if (key !== undefined) return keys.length > 0 && keys.every((each) => each === key);
  return new Set(keys).size <= 1 && (!isKeyed || /^[\w-]{32,36}$/.test(keys[0] ?? ""));
}
