import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { isRepeatable, type Operation } from "../../../shared/contract/operation.ts";
import { platformApi } from "../../../shared/contract/platform-api.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { enforce, FUND, leaveOnly } from "../partner/balance.ts";
import { deliveriesJourney } from "../partner/deliveries-journey.ts";
import { earned } from "../partner/driver-figures.ts";
import { keyedRequests } from "../partner/keyed-requests.ts";
import { hourAgo, newCompany, newPartner, type Partner, untilAllowed } from "../partner/platform.ts";
import { ask, keyed } from "./calls.ts";
import { decide } from "./consent-decisions.ts";
import { deletionJourney } from "./deletion-journey.ts";

const BATCHES = "/v1/payments/batches";

/**
 * Calls every operator command and Platform API operation. Throws if one does not work within `timeoutMs`.
 */
export async function platformJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const partner = await operatorsJourney(cloud);
  // Runs beside the other calls, because it waits for a receiver that hangs.
  await Promise.all([deliveriesJourney(partner, timeoutMs), objectsJourney(partner, timeoutMs)]);
  await everyOperation(cloud);
  await everyUnknownObject(partner);
}

/**
 * On a fast clock a payout settles before a helper moves it, which is a 409. The walk then makes another. A
 * settlement would take two days, and `balanceJourney` asks for one.
 */
async function everyOperation(cloud: Cloud): Promise<void> {
  const { "get-settlement": _, ...requests } = await keyedRequests(cloud);
  for (const [name, { ask }] of Object.entries(requests)) {
    let { status } = await untilAllowed(cloud, ask);
    for (let more = 10; more > 0 && status === 409; more--) ({ status } = await untilAllowed(cloud, ask));
    if (status >= 300) throw new Error(`${name} returned ${status}`);
  }
}

const PREFIXES: Record<string, string> = {
  drivers: "drv_",
  earnings: "drv_",
  tax: "drv_",
  payments: "pay_",
  savings: "drv_",
  webhooks: "wh_",
  deliveries: "dlv_",
};

/** Asks for objects that do not exist. With an idempotency key, a rejected request looks up its reply. */
async function everyUnknownObject(partner: Partner): Promise<void> {
  for (const { method, path, scope, bodyExample } of platformApi as readonly Operation[]) {
    if (!isRepeatable({ method, scope })) continue;
    const unknown = path.replace(/(\w+)\/\{\w+\}/g, (_, of: string) =>
      of === "connections" ? "connections/uber" : `${of}/${PREFIXES[of]}${"0".repeat(26)}`,
    );
    const { idempotency_key: _, ...example } = bodyExample ?? {};
    const body = { ...example, ...("since" in example && { since: hourAgo() }) };
    await partner.call(unknown, { ...keyed(bodyExample && body), method });
  }
}

async function objectsJourney(partner: Partner, timeoutMs: number): Promise<void> {
  const driver = await driversJourney(partner);
  await payoutsJourney(partner, driver, timeoutMs);
  await earningsJourney(partner, driver);
  await deletionJourney(partner, timeoutMs);
}

/**
 * A partner registers and gets a key. Operators create another account and its keys, verify it, set its tier,
 * and revoke a key.
 */
async function operatorsJourney(cloud: Cloud): Promise<Partner> {
  const partner = await newPartner(cloud, { account: await newCompany(cloud) });
  await newPartner(cloud);
  const account = freshEmail();
  await newPartner(cloud, { account });
  const second = await newPartner(cloud, { live: true, account });
  await command(cloud, "verify-account", { account });
  await command(cloud, "set-tier", { account, tier: "growth" });
  // A live key has no test helper.
  await second.call(FUND, keyed({ amount: 1 }));
  await second.call(BATCHES, keyed({ payouts: [{}] }));
  await command(cloud, "revoke-key", { key_id: second.keyId });
  await command(cloud, "redrive-webhooks", {});
  return partner;
}

/** The digits of a number are sealed at the creation and at a change. Each filter has an index of its own. */
async function driversJourney(partner: Partner): Promise<Json> {
  const driver = await partner.driver({ email: freshEmail(), ssn_last4: "4321" });
  await ask(partner, "PATCH", `/v1/drivers/${driver.id}`, 200, { ssn_last4: "8765" });
  for (const filter of ["", "&external_id=none"])
    await ask(partner, "GET", `/v1/drivers?email=${driver.email}${filter}`, 200);
  return driver;
}

async function payoutsJourney(partner: Partner, { id }: Json, timeoutMs: number): Promise<void> {
  const instant = await partner.payout(id);
  const settling = await partner.payout(id, { method: "standard" });
  for (const filter of ["", `&driver_id=${id}`, "&status=pending", `&driver_id=${id}&status=pending`])
    await ask(partner, "GET", `/v1/payments?starting_after=${instant.id}${filter}`, 200);
  await eventually(
    async () => (await ask(partner, "GET", `/v1/payments/${settling.id}`, 200)).status === "completed",
    timeoutMs,
  );
  await batchJourney(partner, id, timeoutMs);
  await batchesAlone(await newPartner(partner.cloud), timeoutMs);
  await balanceJourney(partner, id, instant.id);
}

/** A payout of each result. */
async function batchJourney(partner: Partner, driver_id: string, timeoutMs: number): Promise<void> {
  const payouts = [{ driver_id, amount: 500, currency: "usd", method: "standard" }, {}];
  const { id } = await ask(partner, "POST", BATCHES, 202, { payouts });
  const at = `${BATCHES}/${id}`;
  await eventually(async () => (await ask(partner, "GET", at, 200)).status === "completed", timeoutMs);
  await ask(partner, "GET", `${at}/items`, 200);
}

/** A sandbox that enforces its balance before its first movement, and then has too little money. */
async function enforcedJourney(partner: Partner): Promise<void> {
  await enforce(partner, true);
  await leaveOnly(partner, 100);
  const { id } = await partner.driver();
  await partner.call("/v1/payments/payout", keyed({ driver_id: id, amount: 500, currency: "usd" }));
}

/** A sandbox whose first movement is a batch, which then has too little money for another. */
async function batchesAlone(partner: Partner, timeoutMs: number): Promise<void> {
  const { id } = await partner.driver();
  await batchJourney(partner, id, timeoutMs);
  await leaveOnly(partner, 100);
  await batchJourney(partner, id, timeoutMs);
}

/** Each filter of the movements, and a second page where a cursor is read. */
async function balanceJourney(partner: Partner, driver: string, payout: string): Promise<void> {
  const wire = keyed({ amount: 1_000, reference: freshEmail() });
  await partner.call(FUND, wire);
  await partner.call(FUND, keyed(wire.json));
  const list = "/v1/balance_transactions";
  const day = "&created_after=2020-01-01T00:00:00Z";
  for (const filter of [day, "&type=funding", `&payout=${payout}`, `&driver_id=${driver}`])
    await ask(partner, "GET", `${list}?limit=1${filter}`, 200);
  await enforcedJourney(await newPartner(partner.cloud));
  const [newest] = (await ask(partner, "GET", `${list}?driver_id=${driver}`, 200)).data;
  await ask(partner, "GET", `${list}?driver_id=${driver}&starting_after=${newest.id}`, 200);
  await ask(partner, "GET", "/v1/settlements", 200);
  await ask(partner, "GET", "/v1/settlements/2020-02-29", 404);
}

/** The driver refuses one consent and allows another, whose open days get other figures. Then withdraws. */
async function earningsJourney(partner: Partner, { id }: Json): Promise<void> {
  const at = `/v1/earnings/${id}`;
  const asked = { platform: "uber", redirect_url: "https://app.example.com/back" };
  for (const decision of ["refuse", "allow"]) await decide(partner, `${at}/connect`, asked, decision);
  await ask(partner, "GET", at, 200);
  for (const days of [0, 7]) {
    const month = new Date((await partner.cloud.now()) - days * 86_400_000).toISOString().slice(0, 7);
    await earned(partner, id, { pay: 1, month });
  }
  await partner.call(`${at}/connections/uber/sync`, keyed());
  await decide(partner, `${at}/connect`, asked, "allow", "withdraw");
}

async function command(cloud: Cloud, name: string, input: object): Promise<void> {
  const { ok, message } = await cloud.command(name, input);
  if (!ok) throw new Error(`${name}: ${message}`);
}
