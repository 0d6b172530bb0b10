import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault } from "../../../infra/local/faults.ts";
import type { Grant, Question } from "../../../infra/local/iam.ts";
import type { Outcome } from "../../../infra/local/lambda/invocation.ts";
import type { ScheduleView } from "../../../infra/local/timers/scheduler.ts";
import type { Use } from "../../../infra/local/usage.ts";
import type { CommandAnswer } from "../../../shared/contract/operation.ts";
import type { Json, Reply } from "./reply.ts";
import { type ReplyCheck, replyChecker } from "./reply-checker.ts";
import { assemblyDir, compileCache } from "./synthesise.ts";

export type Call = {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** The source address, one of 127.0.0.0/8. */
  from?: string;
};

type Options = {
  timeScale?: number;
  dataDir?: string;
  port?: number;
  /** Another stack than ours, as `fixtureAssembly` makes it; absent: the one that `npm test` synthesised. */
  assembly?: string;
  args?: string[];
  env?: Record<string, string>;
};

const root = join(import.meta.dirname, "..", "..", "..");
const running = new Set<Cloud>();
/** Data folders made here, whose clouds may have ended or never have started. */
const folders = new Set<string>();

/** What begins like this is described in `openapi.json` there. */
const APIS = ["/api/", "/v1/"];

/** The local cloud as a child process, as `npm start` runs it. Every reply is checked against its API's OpenAPI document. */
export class Cloud {
  readonly url: string;
  readonly dataDir: string;
  /** Absent: it is shared, and no suite ends it. */
  readonly process: ChildProcess | undefined;
  readonly timeScale: number;
  readonly #isOurs: boolean;
  /** How long each log file was. */
  readonly #forgotten = new Map<string, number>();
  readonly #checks = new Map<string, Promise<ReplyCheck>>();

  constructor(
    url: string,
    dataDir: string,
    process: ChildProcess | undefined,
    timeScale: number,
    isOurs: boolean,
  ) {
    this.url = url;
    this.dataDir = dataDir;
    this.process = process;
    this.timeScale = timeScale;
    this.#isOurs = isOurs;
  }

  async call(path: string, call: Call = {}): Promise<Reply> {
    // Ahead of the call, so that nothing that a test does to the cloud meanwhile meets the document.
    const check = await this.#checkOf(path);
    const reply = await send(this.url + path, call);
    check?.(call.method ?? (call.json || call.body ? "POST" : "GET"), path, reply);
    return reply;
  }

  /** Each document is read once, by the first call of its API. */
  async #checkOf(path: string): Promise<ReplyCheck | undefined> {
    const api = APIS.find((start) => this.#isOurs && path.startsWith(start));
    if (!api) return undefined;
    const check =
      this.#checks.get(api) ??
      send(`${this.url}${api}openapi.json`, {}).then(({ json }) => replyChecker(json));
    this.#checks.set(api, check);
    check.catch(() => this.#checks.delete(api));
    return check;
  }

  post = (path: string, json: unknown, call: Call = {}) => this.call(path, { method: "POST", json, ...call });

  async #control(method: string, path: string, json?: unknown): Promise<Json> {
    const { status, json: reply } = await send(`${this.url}/_local/${path}`, {
      method,
      ...(json !== undefined && { json }),
    });
    if (status !== 200) throw new Error(`/_local/${path} answered ${status}`);
    return reply;
  }

  inject = (...faults: Fault[]) => this.#control("PUT", "faults", faults);
  /** Lets the table's indexes be `ms` behind; 0: no longer. */
  delayIndexes = (ms: number) => this.#control("PUT", "index-lag", { ms });
  grants = (): Promise<(Grant & { used: boolean })[]> => this.#control("GET", "grants");
  revoke = (...grants: Grant[]) => this.#control("PUT", "revoked", grants);
  /** What IAM refused since the last `revoke`. */
  refusals = (): Promise<Question[]> => this.#control("GET", "refusals");
  clearUsage = () => this.#control("PUT", "usage", {});
  usage = (): Promise<Record<string, Use>> => this.#control("GET", "usage");
  /** Calls an operator's command, past the command line. */
  command = (name: string, input: object): Promise<CommandAnswer> =>
    this.invoke(`portable-roth-local-${name}`, input);
  /** Invokes any function with any event, such as one from an address that this machine does not have. */
  invoke = async (name: string, event: object): Promise<Json> =>
    (
      await send(`${this.url}/_local/aws/2015-03-31/functions/${name}/invocations`, {
        json: event,
        headers: { authorization: "operator" },
      })
    ).json;
  /** The bodies of the messages that wait in a queue of the template. */
  async queue(id: string): Promise<Json[]> {
    const { ready } = await this.#control("GET", `queues/${id}`);
    return ready.map(({ body }: Json) => JSON.parse(body));
  }
  /** How many messages a queue holds, the ones that somebody is working on included. */
  async queueLength(id: string): Promise<number> {
    const { ready, delayed, inflight } = await this.#control("GET", `queues/${id}`);
    return ready.length + delayed.length + inflight.length;
  }
  /** Puts an item into the table past all our code, in DynamoDB's own notation. */
  putItem = (TableName: string, Item: Json) => this.#control("PUT", "items", { TableName, Item });
  /** Puts a message into a queue of the template, such as one that a topic would send on: topics are not run here. */
  sendMessage = (queue: string, body: string) => this.#control("POST", "messages", { queue, body });
  /** Sends what lies in a dead-letter queue back to where it came from. */
  redrive = (queue: string): Promise<{ status: number }> => this.#control("POST", "redrives", { queue });
  schedules = (): Promise<ScheduleView[]> => this.#control("GET", "schedules");
  /** Fires a schedule now: what its function answered. */
  fire = (name: string): Promise<Outcome> => this.#control("POST", "schedules", { name });
  now = async (): Promise<number> => Date.parse((await this.#control("GET", "clock")).now);

  /** What the functions logged, since `forgetLogs` at the earliest. */
  logs(): string {
    return [...this.#logFiles()]
      .map(([file, bytes]) => bytes.subarray(this.#forgotten.get(file) ?? 0).toString())
      .join("");
  }

  forgetLogs(): void {
    for (const [file, { length }] of this.#logFiles()) this.#forgotten.set(file, length);
  }

  *#logFiles(): Generator<[file: string, bytes: Buffer]> {
    const dir = join(this.dataDir, "logs");
    for (const file of readdirSync(dir)) yield [file, readFileSync(join(dir, file))];
  }

  /** Ends it with a signal, and waits until it has ended: the time it took, in ms. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number> {
    running.delete(this);
    const { process } = this;
    const startedAt = performance.now();
    if (!process || process.exitCode !== null || process.signalCode) return 0;
    const ended = new Promise((resolve) => process.once("exit", resolve));
    process.kill(signal);
    await ended;
    return performance.now() - startedAt;
  }
}

export type Failure = { exitCode: number | null; stderr: string };

/** Starts a local cloud; throws a Failure when it ends before it is ready. */
export async function startCloud({
  timeScale = 1,
  dataDir,
  port = 0,
  assembly = assemblyDir,
  args = [],
  env = {},
}: Options = {}): Promise<Cloud> {
  const dir = dataDir ?? newFolder();
  const child = spawnCloud({ timeScale, dataDir: dir, port, assembly, args, env }, "pipe");
  const url = await readyUrl(child);
  const cloud = new Cloud(url, dir, child, timeScale, assembly === assemblyDir);
  running.add(cloud);
  return cloud;
}

/** What it says goes where `output` tells. */
export const spawnCloud = (
  { timeScale, dataDir, port, assembly, args, env }: Required<Options>,
  output: "pipe" | number,
): ChildProcess =>
  spawn(
    process.execPath,
    [
      "infra/local/start.ts",
      ...["--port", String(port)],
      ...["--data", dataDir],
      ...["--time-scale", String(timeScale)],
      ...["--assembly", assembly],
      ...args,
    ],
    {
      cwd: root,
      stdio: ["ignore", output, output],
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        NODE_COMPILE_CACHE: compileCache,
        POWERTOOLS_LOG_LEVEL: "INFO",
        ...env,
      },
    },
  );

async function readyUrl(child: ChildProcess): Promise<string> {
  let [stdout, stderr] = ["", ""];
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
      const ready = /^ready (\S+)$/m.exec(stdout)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", (exitCode) => reject({ exitCode, stderr } satisfies Failure));
  });
}

/** A data folder for clouds of a test that starts several over it; it goes with them. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cloud-"));
  folders.add(folder);
  return folder;
}

/** For `afterAll` or `afterEach`: no cloud outlives its tests, and no folder of theirs does. */
export async function endClouds(): Promise<void> {
  for (const cloud of [...running]) await cloud.end("SIGKILL");
  for (const folder of folders) removeFolder(folder);
  folders.clear();
}

/** The engine of a killed cloud may still be ending, and close its files meanwhile. */
const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

function send(url: string, { method, json, body, headers = {}, from }: Call): Promise<Reply> {
  const payload = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const request = httpRequest(
      {
        host: hostname === "localhost" ? "127.0.0.1" : hostname,
        port,
        path: pathname + search,
        method: method ?? (payload === undefined ? "GET" : "POST"),
        headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
        ...(from && { localAddress: from }),
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const isJson =
            text !== "" && !/^(text\/|image\/|application\/pdf)/.test(`${response.headers["content-type"]}`);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
}

/** Suites of one process come one after the other, and none uses one a millisecond: nobody before counted up to here. */
const unused = Math.floor(performance.now());

let lastEmail = unused;
/** An address nobody used before. */
export const freshEmail = (): string => `person${process.pid}.${++lastEmail}@example.com`;

let lastAddress = unused;
/** A source address nobody used before in this process, for calls that no limit should meet. */
export const freshAddress = (): string => {
  lastAddress++;
  const [second, third] = [Math.floor(lastAddress / 62_500), Math.floor(lastAddress / 250)];
  return `127.${(second % 250) + 1}.${third % 250}.${(lastAddress % 250) + 1}`;
};

/** Waits until `probe` gives something, and asks less and less often: it would only slow down what it waits for. */
export async function eventually<T>(
  probe: () => Promise<T | undefined | false>,
  withinMs = 45_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 200)) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > until) throw new Error(`Did not happen within ${withinMs} ms: ${probe}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
