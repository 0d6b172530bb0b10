import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../infra/local/template.ts";
import { EarningsMonth } from "../../shared/domain/earnings.ts";
import type { Mode, Owner } from "../../shared/domain/owner.ts";
import { keys } from "../../shared/store/keys.ts";
import { type Call, type Cloud, freshEmail, type Reply } from "./cloud.ts";
import { replyChecker } from "./reply-checker.ts";
import { assemblyDir } from "./synthesise.ts";

const template = new Template(assemblyDir);
const [table = ""] = template.ids("AWS::DynamoDB::Table");

/** A partner's program: it calls with its key, and every reply is checked against the Platform API's document. */
export class Caller {
  readonly owner: Owner;
  readonly #cloud: Cloud;
  readonly #key: string;
  readonly #check: ReturnType<typeof replyChecker>;

  private constructor(cloud: Cloud, key: string, owner: Owner, check: ReturnType<typeof replyChecker>) {
    this.#cloud = cloud;
    this.#key = key;
    this.owner = owner;
    this.#check = check;
  }

  /** With a key of a new account, or of the one named; live ones are verified and may call often. */
  static async of(cloud: Cloud, mode: Mode = "test", options: Record<string, string> = {}): Promise<Caller> {
    const made = await cloud.command("create-key", { ...(mode === "live" && { live: true }), ...options });
    const [key = "", about = ""] = made.message.split("\n");
    const account = /acct_\w+/.exec(about)?.[0] ?? "";
    if (mode === "live") {
      await cloud.command("verify-account", { account });
      await cloud.command("set-tier", { account, tier: "growth" });
    }
    const { json: document } = await cloud.call("/v1/openapi.json");
    return new Caller(cloud, key, { account_id: account, mode }, replyChecker(document));
  }

  async call(path: string, { headers, ...call }: Call = {}): Promise<Reply> {
    const authorization = `Bearer ${this.#key}`;
    const reply = await this.#cloud.call(path, { ...call, headers: { authorization, ...headers } });
    this.#check(call.method ?? (call.json || call.body ? "POST" : "GET"), path, reply);
    return reply;
  }

  post = (path: string, json: unknown, call: Call = {}): Promise<Reply> =>
    this.call(path, { method: "POST", json, ...call });

  /** A new driver's id. */
  async driver(fields: object = {}): Promise<string> {
    const { status, json } = await this.post("/v1/drivers", {
      email: freshEmail(),
      first_name: "Ana",
      last_name: "Ng",
      ...fields,
    });
    if (status !== 201) throw new Error(`The driver was answered ${status}`);
    return json.id;
  }

  /** Earnings as a platform would have reported them, past all our code. */
  async earned(driverId: string, month: EarningsMonth): Promise<void> {
    const { pk, sk } = keys.earnings(this.owner, driverId, month.month, month.platform);
    await this.#cloud.putItem(table, marshall({ pk, sk, ...EarningsMonth.parse(month) }));
  }

  /** A driver's sums, past all our code. */
  async summedUp(driverId: string, sums: Record<string, number>): Promise<void> {
    await this.#cloud.putItem(table, marshall({ ...keys.driverTotals(this.owner, driverId), ...sums }));
  }
}
