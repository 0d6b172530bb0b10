import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json, Reply } from "../../../infra/local/test/support/http.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { paid } from "./driver-figures.ts";
import { driverRequests } from "./keyed-driver-requests.ts";
import { fresh, inTurn, type Requests } from "./keyed-request.ts";
import { hourAgo, newPartner, type Partner, untilAllowed } from "./platform.ts";
import { Receiver } from "./receiver.ts";
import { savingsRequests } from "./savings.ts";
import { closedDay } from "./settled-day.ts";
import { taxRequests } from "./tax-requests.ts";

/** Makes a request twice: the first caches the key. `reset` runs before the second, the one to measure. */
export async function twice(
  cloud: Cloud,
  requests: Requests,
  name: string,
  reset: () => Promise<unknown>,
): Promise<Reply> {
  const request = requests[name];
  if (!request) {
    throw new Error(
      `The operation ${name} has no request to measure: add one to test/support/partner/keyed-requests.ts`,
    );
  }
  const { ask, settled = async () => {} } = request;
  await untilAllowed(cloud, ask);
  return untilAllowed(cloud, ask, () => settled().then(reset));
}

/** Makes a request for each operation that needs a key, on objects that it creates first. */
export async function keyedRequests(cloud: Cloud): Promise<Requests> {
  const partner = await newPartner(cloud);
  const driver = await partner.driver();
  const worker = await partner.driver();
  // A payout counts in the year of the test, which may have no form yet.
  await paid(partner, worker.id, { paid_2026: 1_000_000 });
  const requests = {
    ...(await paymentRequests(partner, driver)),
    ...(await driverRequests(partner, driver)),
    ...(await savingsRequests(partner)),
    ...(await earningsRequests(partner, driver, worker)),
    ...(await taxRequests(partner, driver, worker)),
    ...(await webhookRequests(partner)),
    ...(await listsOfAQuietAccount(cloud)),
    "get-platform-openapi": { ask: () => cloud.call("/v1/openapi.json") },
  };
  partner.waits = false;
  return requests;
}

const BATCHES = "/v1/payments/batches";
const PROPOSALS = "/v1/payments/proposals";

async function paymentRequests(partner: Partner, driver: Json): Promise<Requests> {
  const payout = { driver_id: driver.id, amount: 1_000, currency: "usd" };
  const paid = await partner.payout(driver.id);
  const [transaction] = (await partner.read(`/v1/balance_transactions?payout=${paid.id}`)).data;
  let settled: Promise<string> | undefined;
  const batch = await partner.create(BATCHES, { payouts: [payout] });
  /** Each request moves a new payout: an older one settles by itself after a minute. */
  const moved = (method: string, pathOf: (id: string) => string) => ({
    ask: async () => {
      const reply = await untilAllowed(partner.cloud, () =>
        partner.post("/v1/payments/payout", { ...payout, method }, fresh()),
      );
      return partner.post(pathOf(reply.json.id), undefined, fresh());
    },
  });
  const helped = (transition: string, method: string) =>
    moved(method, (id) => `/v1/test_helpers/payments/${id}/${transition}`);
  return {
    "create-payout": {
      ask: () => partner.post("/v1/payments/payout", { ...payout, idempotency_key: freshEmail() }),
    },
    "get-payout": { ask: () => partner.get(`/v1/payments/${paid.id}`) },
    "list-payouts": { ask: () => partner.get(`/v1/payments?starting_after=${paid.id}&limit=3`) },
    "cancel-payout": moved("standard", (id) => `/v1/payments/${id}/cancel`),
    "complete-payout": helped("complete", "standard"),
    "fail-payout": helped("fail", "standard"),
    "refund-payout": helped("refund", "instant"),
    "get-balance": { ask: () => partner.get("/v1/balance") },
    "list-balance-transactions": { ask: () => partner.get("/v1/balance_transactions?limit=3") },
    "get-balance-transaction": { ask: () => partner.get(`/v1/balance_transactions/${transaction.id}`) },
    "list-contributions": { ask: () => partner.get("/v1/contributions?limit=3") },
    "list-settlements": { ask: () => partner.get("/v1/settlements?limit=3") },
    "get-settlement": {
      ask: async () => {
        settled ??= closedDay(partner);
        return partner.get(`/v1/settlements/${await settled}`);
      },
    },
    "fund-balance": {
      ask: () => partner.post("/v1/test_helpers/balance/fund", { amount: 1_000 }, fresh()),
    },
    // Each company closes its first day, of which all is older than the horizon.
    "close-day": {
      ask: async () => {
        const other = await newPartner(partner.cloud);
        await other.create("/v1/test_helpers/balance/fund", { amount: 1_000 });
        await partner.cloud.advanceTo((await partner.cloud.now()) + 31_000 * partner.cloud.timeScale);
        return other.post("/v1/test_helpers/settlements/close", undefined, fresh());
      },
    },
    "create-payout-batch": {
      ask: () =>
        partner.post(BATCHES, { payouts: [payout, { ...payout, idempotency_key: freshEmail() }] }, fresh()),
    },
    "get-payout-batch": { ask: () => partner.get(`${BATCHES}/${batch.id}`) },
    ...(await proposalRequests(partner, payout)),
    "list-payout-batch-items": { ask: () => partner.get(`${BATCHES}/${batch.id}/items?limit=3`) },
  };
}

async function proposalRequests(partner: Partner, payout: Json): Promise<Requests> {
  const proposed = { payouts: [payout], reason: "Deliveries" };
  const propose = () => untilAllowed(partner.cloud, () => partner.post(PROPOSALS, proposed, fresh()));
  const proposal = (await propose()).json;
  return {
    "create-payout-proposal": { ask: () => partner.post(PROPOSALS, proposed, fresh()) },
    "get-payout-proposal": { ask: () => partner.get(`${PROPOSALS}/${proposal.id}`) },
    "list-payout-proposals": { ask: () => partner.get(`${PROPOSALS}?starting_after=${proposal.id}`) },
    "approve-payout-proposal": {
      ask: async () => {
        const { id } = (await propose()).json;
        return partner.post(`/v1/test_helpers/proposals/${id}/approve`, undefined, fresh());
      },
    },
    "cancel-payout-proposal": {
      ask: async () => partner.post(`${PROPOSALS}/${(await propose()).json.id}/cancel`, undefined, fresh()),
    },
  };
}

async function earningsRequests(partner: Partner, driver: Json, worker: Json): Promise<Requests> {
  const consent = { platform: "doordash", redirect_url: "https://app.example.com/back" };
  const connected = ["uber", "lyft"];
  for (const platform of [...connected, "doordash"]) {
    const { state } = await partner.create(`/v1/earnings/${worker.id}/connect`, { ...consent, platform });
    await postForm(partner.cloud, `/connect/${state}`, { decision: "allow" });
  }
  const disconnect = inTurn(connected, (platform) =>
    partner.call(`/v1/earnings/${worker.id}/connections/${platform}`, { method: "DELETE" }),
  );
  return {
    // This driver has no earnings, so the operation also reads the driver: the most expensive case.
    "get-earnings": { ask: () => partner.get(`/v1/earnings/${driver.id}`) },
    "list-connections": { ask: () => partner.get(`/v1/earnings/${driver.id}/connections`) },
    "connect-platform": { ask: () => partner.post(`/v1/earnings/${driver.id}/connect`, consent, fresh()) },
    "sync-platform": {
      ask: () => partner.post(`/v1/earnings/${worker.id}/connections/doordash/sync`, undefined, fresh()),
    },
    "disconnect-platform": { ask: disconnect },
  };
}

async function webhookRequests(partner: Partner): Promise<Requests> {
  const receiver = await Receiver.start();
  const registration = { url: receiver.url(), events: ["*"] };
  const endpoint = () => partner.create("/v1/webhooks", registration);
  const at = `/v1/webhooks/${(await endpoint()).id}`;
  const spare = [await endpoint(), await endpoint()];
  const ping = await partner.create(`${at}/ping`, undefined);
  const delivery = `${at}/deliveries/${ping.id}`;
  // The ping and the first resend are delivered, so no signer writes to the delivery while the test measures.
  const settled = async () => {
    // Reads count towards the quota of a minute, so none happens before both attempts have arrived.
    await eventually(
      async () => receiver.received.filter(({ json }) => json.id === ping.event_id).length === 2,
    );
    await eventually(async () => (await untilAllowed(partner.cloud, read)).json.attempts?.length === 2);
  };
  const read = () => partner.get(delivery);
  return {
    "create-webhook": { ask: () => partner.post("/v1/webhooks", registration, fresh()) },
    "get-webhook": { ask: () => partner.get(at) },
    "list-webhooks": { ask: () => partner.get("/v1/webhooks") },
    "update-webhook": {
      ask: () => partner.call(at, { method: "PATCH", json: { description: freshEmail() } }),
    },
    "rotate-webhook-secret": { ask: () => partner.post(`${at}/rotate_secret`, {}, fresh()) },
    "ping-webhook": { ask: () => partner.post(`${at}/ping`, undefined, fresh()) },
    "replay-webhook": {
      ask: async () => partner.post(`${at}/replay`, { since: hourAgo(await partner.cloud.now()) }, fresh()),
    },
    "get-delivery": { ask: read },
    "resend-delivery": { ask: () => partner.post(`${delivery}/resend`, undefined, fresh()), settled },
    "get-event": { ask: () => partner.get(`/v1/events/${ping.event_id}`) },
    "delete-webhook": {
      ask: inTurn(spare, ({ id }) => partner.call(`/v1/webhooks/${id}`, { method: "DELETE" })),
    },
  };
}

/** The account has one event: a list reads every event that it counts, so more events would cost more. */
async function listsOfAQuietAccount(cloud: Cloud): Promise<Requests> {
  const partner = await newPartner(cloud);
  const { id } = await partner.create("/v1/webhooks", { url: "http://localhost:9/", events: ["*"] });
  const ping = await partner.create(`/v1/webhooks/${id}/ping`, undefined);
  const deliveries = `/v1/webhooks/${id}/deliveries?starting_after=${ping.id}`;
  return {
    "list-deliveries": { ask: () => partner.get(deliveries) },
    "list-events": { ask: () => partner.get(`/v1/events?starting_after=${ping.event_id}`) },
  };
}
