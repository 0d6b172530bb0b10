import { setTimeout as sleep } from "node:timers/promises";
import { CloudFormationClient, type StackResourceSummary } from "@aws-sdk/client-cloudformation";
import { clientFor } from "../ops/invoke.ts";
import { isNamed, resourcesOf, stackOf } from "../ops/stack.ts";
import { startListener } from "../partner/listener.ts";
import { Stage } from "../smoke/stage.ts";

type Json = Record<string, unknown>;
export type Notice = { name: string; state: string; description: string };

/** How fast the clock runs while a minute passes. */
const PACE = 60;
const MINUTE_MS = 60_000;
/** The figures are missing until the IRS publishes them, and this machine may be slow. */
const IGNORED = ["FiguresMissing", "RepliesSlow"];
/** Deliveries are on time if one came in this time. Each minute makes one. */
const FRESH_MS = 100_000;

/** A local stage with a partner's traffic, on the virtual clock. It sees what callers and AWS see. */
export class PlayedStage extends Stage {
  readonly url: string;
  /** A second key of the account. */
  secondKey = "";
  payout = "";
  /** What a thief does each minute. */
  thief: (() => Promise<unknown>) | undefined;
  #resources: StackResourceSummary[] = [];
  #deliveredAt = 0;
  #states = new Map<string, string>();
  #close: () => void = () => undefined;

  private constructor(url: string) {
    super({ stage: undefined, url }, 30_000);
    this.url = url;
    this.api = url;
  }

  static async start(url: string): Promise<PlayedStage> {
    const stage = new PlayedStage(url);
    stage.#resources = await resourcesOf(new CloudFormationClient(clientFor(stage.target)), stackOf("local"));
    const makeKey = async () =>
      (await stage.command("create-key", { test: true, account: "acme" })).message.split("\n")[0] ?? "";
    stage.key = await makeKey();
    stage.secondKey = await makeKey();
    const person = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
    stage.driver = String((await stage.keyed("/v1/drivers", { json: person })).json().id);
    const { url: address, close } = await startListener(
      0,
      async () => {
        stage.#deliveredAt = await stage.now();
        return { status: 204 };
      },
      () => undefined,
    );
    stage.#close = close;
    await stage.keyed("/v1/webhooks", { json: { url: address, events: ["payment.completed"] } });
    return stage;
  }

  close = (): void => this.#close();

  now = async (): Promise<number> =>
    Date.parse(String(((await this.control("GET", "clock")) as { now: string }).now));

  /** A route of `/_local/`, which no operator has. */
  async control(method: string, path: string, json?: unknown): Promise<Json | Json[]> {
    const headers = { "content-type": "application/json", authorization: "AWS4-HMAC-SHA256 local" };
    const sent = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) };
    const reply = await fetch(`${this.url}/_local/${path}`, sent);
    if (!reply.ok) throw new Error(`/_local/${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json() as Promise<Json>;
  }

  async aws(target: string, body: Json): Promise<Json> {
    const headers = { "x-amz-target": target, authorization: "AWS4-HMAC-SHA256 local" };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${this.url}/_local/aws/`, sent)).json() as Promise<Json>;
  }

  idOf(path: string): string {
    const found = this.#resources.find((each) => isNamed(each, path));
    if (!found?.LogicalResourceId) throw new Error(`The stack has no resource ${path}`);
    return found.LogicalResourceId;
  }

  physicalIdOf = (path: string): string =>
    this.#resources.find((each) => isNamed(each, path))?.PhysicalResourceId ?? "";

  idsOf = (type: string): string[] =>
    this.#resources.flatMap(({ ResourceType, LogicalResourceId = "" }) =>
      ResourceType === type ? [LogicalResourceId] : [],
    );

  /** Lets a minute pass, with what the partner and a thief do in it. A skip would leave out idle runs. */
  async minute(): Promise<void> {
    const until = (await this.now()) + MINUTE_MS;
    await Promise.all([this.#traffic(), this.thief?.()]);
    await this.control("PUT", "pace", { pace: PACE });
    while ((await this.now()) < until) await sleep(100);
    await this.control("PUT", "pace", { pace: 1 });
  }

  async #traffic(): Promise<void> {
    const read = () => this.keyed("/v1/drivers").catch(() => undefined);
    const json = { driver_id: this.driver, amount: 1_000, currency: "usd", method: "instant" };
    const paid = this.keyed("/v1/payments/payout", { json }).catch(() => undefined);
    const [reply] = await Promise.all([paid, read(), read(), read(), read(), read()]);
    if (reply?.status === 201) this.payout ||= String(reply.json().id);
  }

  /** Whether a webhook came in the last minute. */
  isDelivering = async (): Promise<boolean> => (await this.now()) - this.#deliveredAt < FRESH_MS;

  async statusOf(path: string, key = this.key): Promise<number> {
    const call = this.call(path, { headers: { authorization: `Bearer ${key}` } });
    return (await call.catch(() => ({ status: 0 }))).status;
  }

  /** The alarms that changed since the last call, as CloudWatch's emails say them. */
  async notices(): Promise<Notice[]> {
    const all = (await this.control("GET", "alarms")) as Notice[];
    const isNews = ({ name, state }: Notice) => {
      const former = this.#states.get(name) ?? "OK";
      this.#states.set(name, state);
      return state !== former && (state === "ALARM" || former === "ALARM");
    };
    return all.filter(({ name }) => !IGNORED.includes(name)).filter(isNews);
  }
}
