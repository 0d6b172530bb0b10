import {
  type Running,
  type StartOptions,
  startProcess,
} from "../../../infra/local/test/support/cloud-process.ts";
import { type Call, type Reply, send } from "../../../infra/local/test/support/http.ts";
import { LocalCloud } from "../../../infra/local/test/support/local-cloud.ts";
import type { CommandAnswer } from "../../../shared/contract/operation.ts";
import { type ReplyCheck, replyChecker } from "./reply-checker.ts";
import { assemblyDir } from "./synthesise.ts";

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
    // Ahead of the call, so that nothing that a test does to the cloud meanwhile meets the document.
    const check = await this.#checkOf(path);
    const reply = await super.call(path, call);
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

  /** Calls an operator's command, past the command line. */
  command = (name: string, input: object): Promise<CommandAnswer> =>
    this.invoke(`portable-roth-local-${name}`, input);
}

/** Starts a local cloud for one suite. The default assembly is the service's, as `npm test` synthesised it. */
export const startCloud = async (options: Partial<StartOptions> = {}): Promise<Cloud> =>
  new Cloud(await startProcess({ assembly: assemblyDir, ...options }));

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
