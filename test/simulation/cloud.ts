import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment, Invoker } from "../../infra/local/lambda/invoker.ts";
import type { Job } from "../../infra/local/lambda/invocation.ts";
import type { AwsEndpoint } from "../../infra/local/platform/aws-endpoint.ts";
import { requestIdOf } from "../../infra/local/activity/trace.ts";
import type { Call, Reply } from "../../infra/local/test/support/http.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { Cloud } from "../support/cloud/cloud.ts";
import { startInProcess } from "../support/cloud/in-process.ts";
import { DryRuns } from "./dry-runs.ts";
import { Exercised } from "./exercised.ts";
import { Tenants } from "./tenants.ts";
import { must, Violation } from "./violation.ts";
import { arranged, becoming, CALM, mayRepeat, skewClocks, type Weather } from "./weather.ts";
import type { World } from "./world.ts";

const URL_OF_SERVICE = "http://localhost:3000";

type Json = Record<string, unknown>;
type Answered = Awaited<ReturnType<AwsEndpoint["call"]>>;

/** The service on a local cloud in a world: requests, calls and invocations happen when the world says so. */
export class SimulatedCloud extends Cloud {
  readonly world: World;
  weather: Weather = CALM;
  /** Nothing is made to fail, so no reply may say that something did. */
  isCalm = false;
  /** The executions of state machines that have not ended. */
  waiting = (): string[] => [];
  /** Mailboxes that complained or were disowned, with the instant from which no email may go to them. */
  readonly silenced = new Map<string, number>();
  /** Of everything that happened: requests, replies, calls, emails and deliveries. */
  readonly #hash = createHash("sha256");
  /** What happened, in words, if someone wants to read it. */
  note: (line: string) => void = () => {};
  calls = 0;
  readonly tenants = new Tenants();
  readonly dryRuns = new DryRuns();
  readonly exercised = new Exercised();
  readonly #crashes = new Map<string, () => unknown>();
  /** The function of each invocation under way. */
  readonly #callers = new Map<string, string>();
  #handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  #stop = async (): Promise<void> => {};
  #load = async (): Promise<unknown> => undefined;

  constructor(world: World, dataDir = mkdtempSync(join(memory, "simulation-"))) {
    mkdirSync(dataDir, { recursive: true });
    super({ url: URL_OF_SERVICE, assembly: assemblyDir, dataDir, timeScale: 1, process: undefined });
    this.world = world;
    skewClocks(world, () => this.weather);
  }

  /** `bank`: a pretend bank takes the files of live payouts. */
  async start(bank: boolean, warn: (text: string) => void = () => {}): Promise<void> {
    const seed = Math.floor(this.world.random() * 2 ** 32);
    const seams = { url: URL_OF_SERVICE, calls: this.#gate, invoker: this.#mortal };
    const cloud = await startInProcess({ dataDir: this.dataDir, seed, bank, warn }, seams);
    await this.#load();
    await this.world.run(this.world.now);
    this.#handle = cloud.handle;
    this.world.beforeEach = () => cloud.skipIdle(true);
    this.waiting = cloud.waiting;
    this.#stop = cloud.stop;
  }

  stop = () => this.#stop();

  /** The hash so far. */
  hash = (): string => this.#hash.copy().digest("hex").slice(0, 16);

  record(kind: string, ...what: unknown[]): void {
    const line = `${this.world.now.toFixed(3)} ${kind} ${what.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" ")}`;
    // The engines' address.
    const same = line.includes("http://127.") ? line.replaceAll(ENGINE, "engine:") : line;
    this.#hash.update(`${same}\n`);
    this.note(same);
  }

  /** A call waits for its time. Then it is performed at once, and its caller continues. */
  #gate = (perform: AwsEndpoint["call"]): AwsEndpoint["call"] => {
    return async (accessKeyId, target, body, trace) => {
      this.calls++;
      const invocation = requestIdOf(String(trace)) ?? "";
      const crash = this.world.chance(this.weather.crash) ? this.#crashes.get(invocation) : undefined;
      const isBefore = crash && this.world.chance(0.5);
      const [first = body, ...again] = becoming(this.world, this.weather, target, body);
      await this.world.sleep(this.#latency());
      if (crash && isBefore) return crash() as never;
      if (this.#crashes.get(invocation) === DEAD) return NEVER;
      const answered = inOrder(await perform(accessKeyId, target, first, trace)) as Answered;
      if (answered !== "cut") arranged(this.world, this.weather, answered.body);
      this.#recordCall(target, first, answered);
      if (invocation !== "") this.tenants.called(invocation, target, first);
      if (answered !== "cut") this.dryRuns.called(invocation, target, first, answered.status);
      if (answered !== "cut" && answered.status < 300)
        this.exercised.called(target, first, this.#callers.get(invocation));
      for (const each of again) await perform(accessKeyId, target, each, trace);
      return crash ? (crash() as never) : answered;
    };
  };

  /** Of streams only the records: their addresses have the engine's own time. */
  #recordCall(target: string, body: Json, answered: Answered): void {
    const isStream = target.startsWith("DynamoDBStreams");
    const answer =
      answered === "cut" ? answered : isStream ? answered.body.Records : [answered.status, answered.body];
    if (answer !== undefined) this.record("call", target, isStream ? "" : inOrder(body), answer);
  }

  #latency(): number {
    const { callMs, slow, slowMs } = this.weather;
    return this.world.chance(slow)
      ? this.world.between(callMs, slowMs)
      : this.world.between(callMs / 4, callMs);
  }

  /** An environment can end in the middle of an invocation. What it called may have happened. */
  #mortal = (invoker: Invoker): Invoker => {
    this.#load = async () => invoker.load?.();
    return this.#ending(invoker);
  };

  #ending = (invoker: Invoker): Invoker => ({
    add: (code) => invoker.add?.(code),
    start: async (code, isWanted) => {
      const environment = (await invoker.start(code, isWanted)) as Environment;
      const gone = Promise.withResolvers<void>();
      const run = async (job: Job) => {
        const end = Promise.withResolvers<never>();
        this.#crashes.set(job.requestId, () => {
          this.#crashes.set(job.requestId, DEAD);
          this.record("crash", code.name);
          end.reject(new Error("The environment ended"));
          return NEVER;
        });
        const times = mayRepeat(job.payload) && this.world.chance(this.weather.repeat) ? 2 : 1;
        this.dryRuns.began(job.requestId, job.payload);
        this.#callers.set(job.requestId, code.name);
        let done = await Promise.race([environment.run(job), end.promise]);
        if (times > 1) done = await Promise.race([environment.run(job), end.promise]);
        this.#crashes.delete(job.requestId);
        this.#callers.delete(job.requestId);
        this.tenants.ended(job.requestId);
        this.dryRuns.ended(job.requestId);
        if (this.world.chance(this.weather.cold)) gone.resolve();
        return done;
      };
      return { ...environment, ended: gone.promise, run };
    },
    turn: () => this.world.sleep(this.world.between(1, this.weather.startMs)),
    stop: () => invoker.stop(),
  });

  /** Each reply is checked against its document. */
  override async call(path: string, call: Call = {}): Promise<Reply> {
    const { isCalm } = this;
    const reply = await super.call(path, call).catch((error: Error) => {
      const isBroken = /breaks its schema|OpenAPI document|lacks the header|does not document/.test(
        error.message,
      );
      throw isBroken ? new Violation("no reply breaks its schema", error.message) : error;
    });
    must(
      !isCalm || reply.status !== 500,
      "the service fails only by faults",
      () => `${call.method ?? ""} ${path} got ${reply.status} ${reply.text}`,
    );
    return reply;
  }

  /** Sends a request, without a connection. */
  protected override send(
    path: string,
    { method, json, body, headers = {}, from = "203.0.113.7" }: Call,
  ): Promise<Reply> {
    const payload = json === undefined ? body : JSON.stringify(json);
    const bytes = payload === undefined ? undefined : Buffer.from(payload as string);
    const fields: Record<string, string> = {
      host: new URL(URL_OF_SERVICE).host,
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(bytes && { "content-length": String(bytes.length) }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    };
    const request = {
      method: method ?? (bytes ? "POST" : "GET"),
      url: path,
      httpVersion: "1.1",
      headers: fields,
      headersDistinct: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
      rawHeaders: Object.entries(fields).flat(),
      socket: { remoteAddress: from },
      async *[Symbol.asyncIterator]() {
        if (bytes) yield bytes;
      },
    };
    const isOurs = !path.startsWith("/_local/");
    if (isOurs) this.record("request", request.method, path, payload === undefined ? "" : String(payload));
    return new Promise((resolve, reject) => {
      let head: Pick<Reply, "status" | "headers"> = { status: 200, headers: {} };
      const response = {
        setHeader: () => response,
        writeHead: (status: number, fields: Reply["headers"] = {}) => {
          head = { status, headers: fields };
          return response;
        },
        end: (content: string | Buffer = "") => {
          const answer = Buffer.from(content as string);
          const text = answer.toString("utf8");
          if (isOurs) this.record("reply", String(head.status), text);
          const isJson = text !== "" && /json|^undefined$/.test(`${head.headers["content-type"]}`);
          resolve({ ...head, bytes: answer, text, json: isJson ? JSON.parse(text) : undefined });
        },
        destroy: () => reject(new Error("socket hang up")),
      };
      this.#handle(request as never, response as never);
    });
  }
}

/** A run ends with its process, so its data needs no disk. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const ENGINE = /http:\/\/127\.\d+\.\d+\.\d+:\d+/g;
const NEVER = new Promise<never>(() => {});
const DEAD = () => NEVER;

/** The engine lists attributes in any order, and numbers streams by its own clock. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const keys = Object.keys(value);
  // Most objects are a value with its type.
  if (keys.length > 1) keys.sort();
  const ordered: Json = {};
  for (const key of keys) ordered[key] = inOrder((value as Json)[key]);
  return ordered;
}
