import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { deliveriesJourney } from "../partner/deliveries-journey.ts";
import { earned } from "../partner/driver-figures.ts";
import { hourAgo, newPartner, type Partner } from "../partner/platform.ts";
import { ask, create, keyed, refused } from "./calls.ts";
import { decide } from "./consent-decisions.ts";
import { deletionJourney } from "./deletion-journey.ts";

const UNKNOWN_DRIVER = `drv_${"0".repeat(26)}`;
const UNKNOWN_PAYOUT = `pay_${"0".repeat(26)}`;

/**
 * Calls every operator command and Platform API operation. Throws if one does not work within `timeoutMs`.
 */
export async function platformJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const partner = await operatorsJourney(cloud);
  // Runs beside the other calls, because it waits for a receiver that hangs.
  await Promise.all([deliveriesJourney(partner, timeoutMs), objectsJourney(partner, timeoutMs)]);
  await ask(partner, "GET", "/v1/openapi.json", 200);
}

async function objectsJourney(partner: Partner, timeoutMs: number): Promise<void> {
  const driver = await driversJourney(partner);
  await ask(partner, "PATCH", "/v1/account", 200, { legal_name: "Acme Fleet, Inc.", ein: "12-3456789" });
  await ask(partner, "GET", "/v1/account", 200);
  await payoutsJourney(partner, driver, timeoutMs);
  await earningsJourney(partner, driver);
  await deletionJourney(partner, timeoutMs);
  await webhooksJourney(partner);
}

/**
 * A partner registers and gets a key. Operators create another account and its keys, verify it, set its tier,
 * and revoke a key.
 */
async function operatorsJourney(cloud: Cloud): Promise<Partner> {
  const company = { company: freshEmail(), email: freshEmail() };
  const registered = await cloud.post("/api/agent/partners", company, { from: freshAddress() });
  const partner = await newPartner(cloud, { account: registered.json.partner_id });
  await newPartner(cloud);
  const account = freshEmail();
  await newPartner(cloud, { account });
  const second = await newPartner(cloud, { live: true, account });
  await command(cloud, "verify-account", { account });
  await command(cloud, "set-tier", { account, tier: "growth" });
  // A live key has no test helper.
  await refused(second, "/v1/test_helpers/balance/fund", { amount: 1 });
  await command(cloud, "revoke-key", { key_id: second.keyId });
  await command(cloud, "redrive-webhooks", {});
  return partner;
}

async function driversJourney(partner: Partner): Promise<Json> {
  const { id } = await create(partner, "/v1/drivers", {
    email: freshEmail(),
    first_name: "A",
    last_name: "B",
    ssn_last4: "4321",
  });
  const driver = await partner.read(`/v1/drivers/${id}`);
  const at = `/v1/drivers/${driver.id}`;
  await create(partner, `${at}/bank-accounts`, { plaid_token: "public-sandbox-6789" });
  const account = await create(partner, `${at}/bank-accounts`, { plaid_token: "public-sandbox-6790" });
  await ask(partner, "PATCH", `${at}/bank-accounts/${account.id}`, 200, { is_default: true });
  await ask(partner, "DELETE", `${at}/bank-accounts/${account.id}`, 200);
  await ask(partner, "GET", `${at}/bank-accounts`, 200);
  await ask(partner, "PATCH", at, 200, { ssn_last4: "8765" });
  await ask(partner, "GET", at, 200);
  await ask(partner, "GET", `/v1/drivers?starting_after=${driver.id}`, 200);
  for (const filter of ["", "&external_id=none"])
    await ask(partner, "GET", `/v1/drivers?email=${driver.email}${filter}`, 200);
  await refused(partner, `/v1/drivers/${UNKNOWN_DRIVER}/bank-accounts`, { plaid_token: "public-sandbox-x" });
  return driver;
}

async function payoutsJourney(partner: Partner, { id }: Json, timeoutMs: number): Promise<void> {
  const instant = await create(partner, "/v1/payments/payout", {
    driver_id: id,
    amount: 500,
    currency: "usd",
  });
  const settling = await partner.payout(id, { method: "standard" });
  await ask(partner, "GET", `/v1/payments/${settling.id}`, 200);
  for (const filter of ["", `&driver_id=${id}`, "&status=pending", `&driver_id=${id}&status=pending`]) {
    await ask(partner, "GET", `/v1/payments?starting_after=${instant.id}${filter}`, 200);
  }
  await callHelper(partner, id, "cancel", "/v1/payments");
  for (const transition of ["complete", "fail", "refund"]) {
    await callHelper(partner, id, transition);
    await refused(partner, `/v1/test_helpers/payments/${UNKNOWN_PAYOUT}/${transition}`);
  }
  await refused(partner, `/v1/payments/${UNKNOWN_PAYOUT}/cancel`);
  await refused(partner, "/v1/payments/payout", { driver_id: UNKNOWN_DRIVER, amount: 500, currency: "usd" });
  await eventually(
    async () => (await ask(partner, "GET", `/v1/payments/${settling.id}`, 200)).status === "completed",
    timeoutMs,
  );
  await balanceJourney(partner, id, instant.id);
}

/** Each filter of the movements, and a second page where a cursor is read. */
async function balanceJourney(partner: Partner, driver: string, payout: string): Promise<void> {
  const funding = await create(partner, "/v1/test_helpers/balance/fund", { amount: 1_000 });
  await ask(partner, "GET", "/v1/balance", 200);
  const list = "/v1/balance_transactions";
  await ask(partner, "GET", `${list}/${funding.id}`, 200);
  const day = "&created_after=2020-01-01T00:00:00Z";
  for (const filter of ["", day, `&type=funding`, `&payout=${payout}`, `&driver_id=${driver}`])
    await ask(partner, "GET", `${list}?limit=1${filter}`, 200);
  const [newest] = (await ask(partner, "GET", `${list}?driver_id=${driver}`, 200)).data;
  await ask(partner, "GET", `${list}?driver_id=${driver}&starting_after=${newest.id}`, 200);
}

/**
 * The driver refuses one consent and allows another. The partner disconnects that gig platform. The driver
 * allows it again, and withdraws it.
 */
async function earningsJourney(partner: Partner, { id }: Json): Promise<void> {
  const at = `/v1/earnings/${id}`;
  const asked = { platform: "uber", redirect_url: "https://app.example.com/back" };
  await ask(partner, "GET", at, 200);
  await ask(partner, "GET", `${at}/connections`, 200);
  for (const decision of ["refuse", "allow"]) await decide(partner, `${at}/connect`, asked, decision);
  await refused(partner, `/v1/earnings/${UNKNOWN_DRIVER}/connect`, asked);
  await ask(partner, "GET", at, 200);
  await ask(partner, "GET", `${at}/connections`, 200);
  // The open days get other figures, so that the sync has news.
  for (const days of [0, 7]) {
    const month = new Date((await partner.cloud.now()) - days * 86_400_000).toISOString().slice(0, 7);
    await earned(partner, id, { pay: 1, month });
  }
  await partner.call(`${at}/connections/uber/sync`, keyed());
  await refused(partner, `/v1/earnings/${UNKNOWN_DRIVER}/connections/uber/sync`);
  await ask(partner, "DELETE", `${at}/connections/uber`, 200);
  await decide(partner, `${at}/connect`, asked, "allow", "withdraw");
}

async function webhooksJourney(partner: Partner): Promise<void> {
  const asked = { url: "http://localhost:9/hook", events: ["*"] };
  const { id } = await create(partner, "/v1/webhooks", asked);
  const at = `/v1/webhooks/${id}`;
  await refused(partner, "/v1/webhooks", { ...asked, url: "https://10.0.0.1/" });
  await partner.call(`${at}/rotate_secret`, keyed({}));
  const { id: delivery, event_id } = (await partner.call(`${at}/ping`, keyed())).json;
  await partner.call(`${at}/replay`, keyed({ since: hourAgo() }));
  await partner.call(`${at}/deliveries/${delivery}/resend`, keyed());
  for (const path of ["/v1/webhooks", at, `${at}/deliveries?starting_after=${delivery}`])
    await partner.read(path);
  for (const path of [`${at}/deliveries/${delivery}`, `/v1/events/${event_id}`]) await partner.read(path);
  await partner.read(`/v1/events?starting_after=${event_id}`);
  await ask(partner, "PATCH", at, 200, { description: "Changed" });
  for (const rest of ["rotate_secret", "ping", "replay", `deliveries/${delivery}/resend`]) {
    const body = rest === "replay" ? { since: hourAgo() } : rest === "rotate_secret" ? {} : undefined;
    await refused(partner, `/v1/webhooks/wh_${"0".repeat(26)}/${rest}`, body);
  }
  await ask(partner, "DELETE", at, 200);
}

/** On a fast clock the timer can be faster than the helper. The journey then tries another payout. */
async function callHelper(
  partner: Partner,
  driverId: string,
  transition: string,
  at = "/v1/test_helpers/payments",
): Promise<void> {
  const method = transition === "refund" ? "instant" : "standard";
  for (let attempt = 0; attempt < 10; attempt++) {
    const { id } = await partner.payout(driverId, { method });
    const { status } = await partner.call(`${at}/${id}/${transition}`, keyed());
    if (status === 200) return;
    if (status !== 409) throw new Error(`${transition} returned ${status}`);
  }
  throw new Error(`${transition} was always too late`);
}

async function command(cloud: Cloud, name: string, input: object): Promise<void> {
  const { ok, message } = await cloud.command(name, input);
  if (!ok) throw new Error(`${name}: ${message}`);
}
