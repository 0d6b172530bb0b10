import {
  type Running,
  type StartOptions,
  startProcess,
} from "../../../infra/local/test/support/cloud-process.ts";
import type { Call, Reply } from "../../../infra/local/test/support/http.ts";
import { LocalCloud } from "../../../infra/local/test/support/local-cloud.ts";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import type { CommandAnswer } from "../../../shared/contract/operators/command.ts";
import { handlers } from "../process/artifacts.ts";
import { kept } from "../process/kept.ts";
import { prepared } from "../process/prepared.ts";
import { assemblyDir } from "./assembly.ts";
import { expectAuditedLedger } from "./audited-ledger.ts";
import { type OperatorOptions, operatorCall } from "./operator-call.ts";
import { type ReplyCheck, replyChecker } from "./reply-checker.ts";
import { noteGrants } from "./used-grants.ts";

/** Each of these has an `openapi.json` that describes the paths below it. */
const APIS = ["/api/", "/v1/"];

/** The service on a local cloud. Every reply is checked against its API's OpenAPI document. */
export class Cloud extends LocalCloud {
  readonly #isOurs: boolean;
  readonly #checks = new Map<string, Promise<ReplyCheck>>();

  constructor(running: Running) {
    super(running);
    this.#isOurs = running.assembly === assemblyDir;
  }

  override async call(path: string, call: Call = {}): Promise<Reply> {
    // Reads the document before the call, because the call can be a test of a fault.
    const check = await this.#checkOf(path);
    const reply = await super.call(path, call);
    check?.(call.method ?? (call.json || call.body ? "POST" : "GET"), path, reply);
    if (this.#isOurs && !path.startsWith("/_local/")) requirePageHeaders(path, reply);
    return reply;
  }

  /** The first call of an API reads its document. */
  async #checkOf(path: string): Promise<ReplyCheck | undefined> {
    const api = APIS.find((start) => this.#isOurs && path.startsWith(start));
    if (!api) return undefined;
    const check =
      this.#checks.get(api) ??
      this.send(`${api}openapi.json`, {}).then(({ text, json }) =>
        kept(text.replaceAll(this.url, ""), () => replyChecker(json)),
      );
    this.#checks.set(api, check);
    check.catch(() => this.#checks.delete(api));
    return check;
  }

  override async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#isOurs && signal !== "SIGKILL" && !hasEnded(this)) await noteGrants(this);
    await super.end(signal);
  }

  /** Invokes an operator command without the command line. */
  async command(name: string, input: object, more: OperatorOptions = {}): Promise<CommandAnswer> {
    const { functionName, event } = await operatorCall(name, input, more);
    return this.invoke(functionName, event);
  }
}

/** The functions run in the cloud's own process. With `CLOUD=real`, their bundles run in threads. */
const isReal = process.env.CLOUD === "real";
export const invoker = { handlers: isReal ? "" : handlers };
await prepared(isReal ? "bundles" : "together");

/** Each page that a suite opens has these headers: for people, of the docs, the dashboard and errors. */
function requirePageHeaders(path: string, { headers }: Reply): void {
  if (!headers["content-type"]?.startsWith("text/html")) return;
  for (const name of PAGE_HEADERS)
    if (headers[name] === undefined) throw new Error(`The page ${path} lacks the header ${name}`);
}

const PAGE_HEADERS = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "strict-transport-security",
];

const [runner] = (process.env.TEST_RUN ?? "").split("-");
/** A cloud ends with the run, if its suite fails before it can end it. */
export const withRun = runner ? { END_WITH_PROCESS: runner } : {};

/**
 * Starts a local cloud for one suite, by default on the assembly of the present sources. When the suite ends
 * and the cloud still runs, its ledger must add up.
 */
export const startCloud = async ({
  args = ["--quiet"],
  env = {},
  ...options
}: Partial<StartOptions> = {}): Promise<Cloud> => {
  const settings = { env: { ...withRun, ...env }, args };
  const cloud = new Cloud(await startProcess({ assembly: assemblyDir, ...invoker, ...options, ...settings }));
  if (process.env.JEST_WORKER_ID && !options.assembly)
    atSuiteEnd(async () => {
      if (hasEnded(cloud)) return;
      await noteGrants(cloud);
      await expectAuditedLedger(cloud);
    });
  return cloud;
};

const hasEnded = ({ process: child }: Cloud) =>
  child === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * The counters start here: the milliseconds since the run began. Suites of a worker, and of those that
 * replace it, run one after another and use less than one value a millisecond, so no suite repeats a value.
 */
const [, runBeganAt = performance.timeOrigin] = (process.env.TEST_RUN ?? "").split("-");
const unused = Math.floor(performance.timeOrigin + performance.now() - Number(runBeganAt));

let lastEmail = unused;
/** A new email address. */
export const freshEmail = (): string => `person${process.pid}.${++lastEmail}@example.com`;

let lastAddress = unused;
/** A source address that is new to the clouds of this worker, so no rate limit applies to it yet. */
export const freshAddress = (): string => {
  lastAddress++;
  const second = Math.floor(lastAddress / 62_500);
  const third = Math.floor(lastAddress / 250);
  return `127.${(second % 250) + 1}.${third % 250}.${(lastAddress % 250) + 1}`;
};
