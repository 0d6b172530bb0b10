import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AlarmView } from "../../alarms/alarms.ts";
import type { Outcome } from "../../base/ports.ts";
import type { Advanced } from "../../control/time-machine.ts";
import type { BadRelease } from "../../gateway/gateway.ts";
import type { Fault } from "../../platform/faults.ts";
import type { Grant, Question } from "../../platform/iam.ts";
import type { MetricName } from "../../platform/metrics.ts";
import type { Use } from "../../platform/usage.ts";
import type { ScheduleView } from "../../timers/scheduler.ts";
import { endProcess, type Running, type StartOptions, startProcess } from "./cloud-process.ts";
import { type Call, type Json, type Reply, send } from "./http.ts";

/** A running local cloud: its API, and its `/_local` routes. */
export class LocalCloud {
  readonly url: string;
  readonly dataDir: string;
  readonly timeScale: number;
  readonly process: Running["process"];
  /** How long each log file was at the last `forgetLogs`. */
  readonly #forgotten = new Map<string, number>();

  constructor({ url, dataDir, timeScale, process }: Omit<Running, "assembly">) {
    this.url = url;
    this.dataDir = dataDir;
    this.timeScale = timeScale;
    this.process = process;
  }

  async call(path: string, call: Call = {}): Promise<Reply> {
    return this.send(path, call);
  }

  /** Sends a request as it is. */
  protected send(path: string, call: Call): Promise<Reply> {
    return send(this.url + path, call);
  }

  post = (path: string, json: unknown, call: Call = {}) => this.call(path, { method: "POST", json, ...call });

  async #control(method: string, path: string, json?: unknown): Promise<Json> {
    const { status, json: reply } = await this.send(`/_local/${path}`, {
      method,
      ...(json !== undefined && { json }),
    });
    if (status !== 200) throw new Error(`/_local/${path} answered ${status}`);
    return reply;
  }

  inject = (...faults: Fault[]) => this.#control("PUT", "faults", faults);
  /** Disables mappings and schedules, as an operator could, and enables all others. */
  disable = (named: { mappings?: string[]; schedules?: string[] }) => this.#control("PUT", "disabled", named);
  purge = (queue: string) => this.#control("PUT", "purged", { queue });
  badRelease = (bad: BadRelease) => this.#control("PUT", "release", bad);
  /** Limits the account's concurrency, loses log lines, or turns recovery off. `{}` ends all of it. */
  account = (limits: { concurrency?: number; losesLogs?: boolean; recovers?: boolean } = {}) =>
    this.#control("PUT", "account", limits);
  alarms = (): Promise<AlarmView[]> => this.#control("GET", "alarms");
  /** Forgets the values and states of all alarms. */
  forgetAlarms = () => this.#control("PUT", "alarms", {});
  /** Writes a value of a metric, as AWS does. */
  measure = (metric: MetricName, value: number) => this.#control("PUT", "metrics", { ...metric, value });
  /** Lets time pass, or as much of it as work that never rests lets pass in `timeout`. */
  advanceWithin = (advance: string, timeout: string): Promise<Advanced> =>
    this.#control("POST", "clock", { advance, timeout });
  setPace = (pace: number) => this.#control("PUT", "pace", { pace });
  grants = (): Promise<(Grant & { used: boolean })[]> => this.#control("GET", "grants");
  revoke = (...grants: Grant[]) => this.#control("PUT", "revoked", grants);
  /** What IAM refused since the last `revoke`. */
  denials = (): Promise<Question[]> => this.#control("GET", "denials");
  clearUsage = () => this.#control("PUT", "usage", {});
  usage = (): Promise<Record<string, Use>> => this.#control("GET", "usage");
  /** Invokes any function with any event, such as one from an address that this machine does not have. */
  invoke = async (name: string, event: object): Promise<Json> =>
    (
      await this.send(`/_local/aws/2015-03-31/functions/${name}/invocations`, {
        json: event,
        headers: { authorization: "operator" },
      })
    ).json;
  /** The bodies of the messages that wait in a queue of the template. */
  async queue(id: string): Promise<Json[]> {
    const { ready } = await this.#control("GET", `queues/${id}`);
    return ready.map(({ body }: Json) => JSON.parse(body));
  }
  /** How many messages a queue holds, including those in flight. */
  async queueLength(id: string): Promise<number> {
    const { ready, delayed, inflight } = await this.#control("GET", `queues/${id}`);
    return ready.length + delayed.length + inflight.length;
  }
  /** Puts an item into a table without a function, in DynamoDB's own notation. */
  putItem = (TableName: string, Item: Json) => this.#control("PUT", "items", { TableName, Item });
  /** Puts a message into a queue of the template, such as one from a topic: no engine here runs topics. */
  sendMessage = (queue: string, body: string) => this.#control("POST", "messages", { queue, body });
  /** Moves the messages of a dead-letter queue back to their source. */
  redrive = (queue: string) => this.#control("POST", "redrives", { queue });
  schedules = (): Promise<ScheduleView[]> => this.#control("GET", "schedules");
  /** Fires a schedule now. Returns its function's outcome. */
  fire = (name: string): Promise<Outcome> => this.#control("POST", "schedules", { name });
  /** Lets time pass at once, such as `3d`. `0s` waits for the end of everything that is due now. */
  async advance(span: string): Promise<void> {
    const { at_rest, under_way } = await this.#control("POST", "clock", { advance: span });
    if (!at_rest) throw new Error(`Time stopped, because this is still under way: ${under_way.join(", ")}`);
  }
  /** Lets time pass until an instant, in ms. */
  advanceTo = async (instant: number) => this.advance(`${Math.max(0, instant - (await this.now())) / 1000}s`);
  now = async (): Promise<number> => Date.parse((await this.#control("GET", "clock")).now);

  /** What the functions logged since the last `forgetLogs`. */
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

  /** Ends it with a signal, and waits for its end. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.process) await endProcess(this.process, signal);
  }
}

export const startLocalCloud = async (options: StartOptions): Promise<LocalCloud> =>
  new LocalCloud(await startProcess(options));
