import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Json, Reply } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";

/**
 * A partner's program, which calls the Platform API with its account's key. A test key allows 20 requests a
 * second, and a fast machine exceeds that easily. So like any good client, the program waits after a 429 and
 * retries.
 */
export class Partner {
  readonly cloud: Cloud;
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;
  /** If false, a 429 is returned like any other reply. */
  waits = true;

  constructor(cloud: Cloud, key: string, keyId: string, accountId: string) {
    this.cloud = cloud;
    this.key = key;
    this.keyId = keyId;
    this.accountId = accountId;
  }

  call = (path: string, { headers, ...call }: Call = {}): Promise<Reply> => {
    const ask = () =>
      this.cloud.call(path, { ...call, headers: { authorization: `Bearer ${this.key}`, ...headers } });
    return this.waits ? untilAllowed(this.cloud, ask) : ask();
  };

  get = (path: string) => this.call(path);
  post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    this.call(path, { method: "POST", json, headers });

  /** The body of a successful reply. Retries a 503, which is frequent on a busy machine. */
  async create(path: string, json: unknown): Promise<Json> {
    const once = { "idempotency-key": freshEmail() };
    let reply = await this.post(path, json, once);
    for (let more = 5; more > 0 && reply.status === 503; more--) reply = await this.post(path, json, once);
    if (reply.status >= 300) throw new Error(`POST ${path} returned ${reply.status}: ${reply.text}`);
    return reply.json;
  }

  driver = (more: object = {}): Promise<Json> =>
    this.create("/v1/drivers", { email: "ana@example.com", first_name: "Ana", last_name: "Ng", ...more });

  bankAccount = (driverId: string, ending: string): Promise<Json> =>
    this.create(`/v1/drivers/${driverId}/bank-accounts`, { plaid_token: `public-sandbox-token-${ending}` });

  payout = (driver_id: string, more: object = {}): Promise<Json> =>
    this.create("/v1/payments/payout", { driver_id, amount: 10_000, currency: "usd", ...more });

  read = async (path: string): Promise<Json> => {
    const reply = await this.get(path);
    if (reply.status !== 200) throw new Error(`GET ${path} returned ${reply.status}: ${reply.text}`);
    return reply.json;
  };
}

/** Registers a company, as an agent does. Returns its partner's id. */
export const newCompany = async (cloud: Cloud, more: object = {}): Promise<string> => {
  const company = { company: freshEmail(), email: freshEmail(), ...more };
  const { status, text, json } = await cloud.post("/api/agent/partners", company, { from: freshAddress() });
  if (status !== 201) throw new Error(`The registration returned ${status}: ${text}`);
  return json.partner_id;
};

/** A valid start of a replay: replays reach back at most 30 days. */
export const hourAgo = (now = Date.now()): string => new Date(now - 3_600_000).toISOString();

/** Retries a 429 after its retry-after. Calls `before` ahead of each attempt. */
export async function untilAllowed(
  { timeScale }: Cloud,
  ask: () => Promise<Reply>,
  before: () => Promise<unknown> = async () => {},
): Promise<Reply> {
  for (;;) {
    await before();
    const reply = await ask();
    const seconds = Number(reply.headers["retry-after"]);
    if (reply.status !== 429 || !(seconds > 0)) return reply;
    await sleep((seconds * 1000) / timeScale);
  }
}

/** The status, the error code and the parameter of an error reply. */
export const errorOf = ({ status, json }: Reply) => [status, json.error?.code, json.error?.param];

type Options = {
  live?: boolean;
  account?: string;
  scopes?: string;
  max_payout_amount?: string;
  max_daily_amount?: string;
};

/** A live key of an account, which is verified first. It has a higher quota. */
export async function liveKey(cloud: Cloud, account: string): Promise<Partner> {
  await cloud.command("verify-account", { account });
  await cloud.command("set-tier", { account, tier: "growth" });
  return newPartner(cloud, { live: true, account });
}

/** A new key, for a new account unless the options name one. */
export async function newPartner(cloud: Cloud, options: Options = {}): Promise<Partner> {
  const { ok, message } = await cloud.command("create-key", options);
  if (!ok) throw new Error(message);
  const [, key = "", keyId = "", accountId = ""] = /^(\S+)\n(key_\S+) of (acct_\w+)/.exec(message) ?? [];
  return new Partner(cloud, key, keyId, accountId);
}
