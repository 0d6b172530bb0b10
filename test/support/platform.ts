import type { Call, Cloud, Json, Reply } from "./cloud.ts";

/** A partner's program: calls the Platform API with a key of its own account. */
export class Partner {
  readonly cloud: Cloud;
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;

  constructor(cloud: Cloud, key: string, keyId: string, accountId: string) {
    this.cloud = cloud;
    this.key = key;
    this.keyId = keyId;
    this.accountId = accountId;
  }

  call = (path: string, { headers, ...call }: Call = {}): Promise<Reply> =>
    this.cloud.call(path, { ...call, headers: { authorization: `Bearer ${this.key}`, ...headers } });

  get = (path: string) => this.call(path);
  post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    this.call(path, { method: "POST", json, headers });

  /** The body of a reply that must be a success. */
  async made(path: string, json: unknown): Promise<Json> {
    const reply = await this.post(path, json);
    if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    return reply.json;
  }

  driver = (more: object = {}): Promise<Json> =>
    this.made("/v1/drivers", { email: "ana@example.com", first_name: "Ana", last_name: "Ng", ...more });

  bankAccount = (driverId: string, ending: string): Promise<Json> =>
    this.made(`/v1/drivers/${driverId}/bank-accounts`, { plaid_token: `public-sandbox-token-${ending}` });

  payout = (driver_id: string, more: object = {}): Promise<Json> =>
    this.made("/v1/payments/payout", { driver_id, amount: 10_000, currency: "usd", ...more });

  read = async (path: string): Promise<Json> => {
    const reply = await this.get(path);
    if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}: ${reply.text}`);
    return reply.json;
  };
}

type Options = { live?: boolean; account?: string; scopes?: string };

/** A new key, of a new account unless one is named. */
export async function newPartner(cloud: Cloud, options: Options = {}): Promise<Partner> {
  const { ok, message } = await cloud.command("create-key", options);
  if (!ok) throw new Error(message);
  const [, key = "", keyId = "", accountId = ""] = /^(\S+)\n(key_\S+) of (acct_\w+)/.exec(message) ?? [];
  return new Partner(cloud, key, keyId, accountId);
}
