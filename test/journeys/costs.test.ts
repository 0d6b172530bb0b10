import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Use } from "../../infra/local/usage.ts";
import { checkRothEligibility } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { getAgentOpenapi } from "../../shared/contract/agent/get-agent-openapi.ts";
import { getProductInfo } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatus } from "../../shared/contract/agent/get-signup-status.ts";
import { joinWaitlist } from "../../shared/contract/agent/join-waitlist.ts";
import { registerPartner } from "../../shared/contract/agent/register-partner.ts";
import { startSignup } from "../../shared/contract/agent/start-signup.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { addBankAccount } from "../../shared/contract/platform/add-bank-account.ts";
import { completePayout } from "../../shared/contract/platform/complete-payout.ts";
import { connectPlatform } from "../../shared/contract/platform/connect-platform.ts";
import { createDriver } from "../../shared/contract/platform/create-driver.ts";
import { createPayout } from "../../shared/contract/platform/create-payout.ts";
import { createWebhook } from "../../shared/contract/platform/create-webhook.ts";
import { deleteWebhook } from "../../shared/contract/platform/delete-webhook.ts";
import { disconnectPlatform } from "../../shared/contract/platform/disconnect-platform.ts";
import { failPayout } from "../../shared/contract/platform/fail-payout.ts";
import { get1099 } from "../../shared/contract/platform/get-1099.ts";
import { getDelivery } from "../../shared/contract/platform/get-delivery.ts";
import { getDriver } from "../../shared/contract/platform/get-driver.ts";
import { getEarnings } from "../../shared/contract/platform/get-earnings.ts";
import { getEvent } from "../../shared/contract/platform/get-event.ts";
import { getPayout } from "../../shared/contract/platform/get-payout.ts";
import { getPlatformOpenapi } from "../../shared/contract/platform/get-platform-openapi.ts";
import { getTaxSummary } from "../../shared/contract/platform/get-tax-summary.ts";
import { getWebhook } from "../../shared/contract/platform/get-webhook.ts";
import { listBankAccounts } from "../../shared/contract/platform/list-bank-accounts.ts";
import { listConnections } from "../../shared/contract/platform/list-connections.ts";
import { listDeliveries } from "../../shared/contract/platform/list-deliveries.ts";
import { listDrivers } from "../../shared/contract/platform/list-drivers.ts";
import { listEvents } from "../../shared/contract/platform/list-events.ts";
import { listPayouts } from "../../shared/contract/platform/list-payouts.ts";
import { listWebhooks } from "../../shared/contract/platform/list-webhooks.ts";
import { logMileage } from "../../shared/contract/platform/log-mileage.ts";
import { pingWebhook } from "../../shared/contract/platform/ping-webhook.ts";
import { refundPayout } from "../../shared/contract/platform/refund-payout.ts";
import { replayWebhook } from "../../shared/contract/platform/replay-webhook.ts";
import { resendDelivery } from "../../shared/contract/platform/resend-delivery.ts";
import { rotateWebhookSecret } from "../../shared/contract/platform/rotate-webhook-secret.ts";
import { updateDriver } from "../../shared/contract/platform/update-driver.ts";
import { updateWebhook } from "../../shared/contract/platform/update-webhook.ts";
import { operations } from "../../shared/contract/service.ts";
import { postForm } from "../support/browserless.ts";
import {
  type Cloud,
  endClouds,
  eventually,
  freshAddress,
  freshEmail,
  type Json,
  type Reply,
  startCloud,
} from "../support/cloud.ts";
import { hourAgo, newPartner, type Partner, untilAllowed } from "../support/platform.ts";
import { closeReceivers, Receiver } from "../support/receiver.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => {
  closeReceivers();
  await endClouds();
});
beforeEach(() => cloud.clearUsage());

const SIGNUPS = "/api/agent/signups";
const post = (path: string, json: object) => cloud.post(path, json, { from: freshAddress() });

async function spent({ name }: Operation): Promise<Use> {
  return (
    (await cloud.usage())[name] ?? { invocations: 0, calls: {}, writeUnits: 0, readUnits: 0, indexUnits: {} }
  );
}

async function expectWithinBudget(op: Operation): Promise<Use> {
  const use = await spent(op);
  const calls = Object.values(use.calls).reduce((sum, n) => sum + n, 0);
  expect(use.invocations).toBe(1);
  expect({ calls, writeUnits: use.writeUnits, readUnits: use.readUnits }).toEqual(op.budget);
  return use;
}

/** A request for each operation; a new operation without one fails the last test. */
const requests = new Map<Operation, () => Promise<{ status: number }>>([
  [startSignup, () => post(SIGNUPS, { email: freshEmail(), name: "Ana", platforms: ["uber"] })],
  [getSignupStatus, () => cloud.call(`${SIGNUPS}/svc_sgn_none`)],
  [getProductInfo, () => cloud.call("/api/agent/product")],
  [checkRothEligibility, () => cloud.call("/api/agent/eligibility?filing_status=single&magi=1")],
  [registerPartner, () => post("/api/agent/partners", { company: freshEmail(), email: freshEmail() })],
  [joinWaitlist, () => post("/api/waitlist", { email: freshEmail() })],
  [getAgentOpenapi, () => cloud.call("/api/openapi.json")],
]);

let partner: Partner;
let driver: Json;
let payouts: Json[];
/** The same for who has a key: asked twice, and measured the second time, when the key is known. */
const keyed = new Map<Operation, () => Promise<Reply>>([
  [createPayout, () => partner.post("/v1/payments/payout", { ...payout(), idempotency_key: freshEmail() })],
  [getPayout, () => partner.get(`/v1/payments/${payouts[0].id}`)],
  [listPayouts, () => partner.get(`/v1/payments?starting_after=${payouts[0].id}&limit=3`)],
  [createDriver, () => partner.post("/v1/drivers", person, { "idempotency-key": freshEmail() })],
  [getDriver, () => partner.get(`/v1/drivers/${driver.id}`)],
  [
    updateDriver,
    () => partner.call(`/v1/drivers/${driver.id}`, { method: "PATCH", json: { last_name: "B" } }),
  ],
  [listDrivers, () => partner.get(`/v1/drivers?starting_after=${driver.id}&limit=3`)],
  [
    addBankAccount,
    () => partner.post(`/v1/drivers/${driver.id}/bank-accounts`, token, { "idempotency-key": freshEmail() }),
  ],
  [listBankAccounts, () => partner.get(`/v1/drivers/${driver.id}/bank-accounts`)],
  ...(["complete", "fail", "refund"] as const).map(
    (transition) =>
      [
        { complete: completePayout, fail: failPayout, refund: refundPayout }[transition],
        () => help(transition),
      ] as const,
  ),
  [getPlatformOpenapi, () => cloud.call("/v1/openapi.json")],
  // Of a driver without any: whether there is such a driver at all is one read more.
  [getEarnings, () => partner.get(`/v1/earnings/${driver.id}`)],
  [listConnections, () => partner.get(`/v1/earnings/${driver.id}/connections`)],
  [connectPlatform, () => partner.post(`/v1/earnings/${driver.id}/connect`, consent, fresh())],
  [disconnectPlatform, () => disconnect()],
  [logMileage, () => partner.post(tax("mileage"), { miles: 1, date: "2026-07-03" }, fresh())],
  [getTaxSummary, () => partner.get(`${tax("summary")}?year=2026`)],
  [get1099, () => partner.get(`${tax("1099")}?year=2026`)],
  [createWebhook, () => partner.post("/v1/webhooks", { url: "http://localhost:9/", events: ["*"] }, fresh())],
  [listWebhooks, () => partner.get("/v1/webhooks")],
  [getWebhook, () => partner.get(hook())],
  [updateWebhook, () => partner.call(hook(), { method: "PATCH", json: { description: freshEmail() } })],
  [rotateWebhookSecret, () => partner.post(hook("/rotate_secret"), {}, fresh())],
  [pingWebhook, () => partner.post(hook("/ping"), undefined, fresh())],
  [replayWebhook, () => partner.post(hook("/replay"), { since: hourAgo() }, fresh())],
  // Of an account with one event, as every event that is counted is read.
  [listDeliveries, () => quiet.partner.get(`${quiet.hook}/deliveries?starting_after=${quiet.ping.id}`)],
  [getDelivery, () => partner.get(hook(`/deliveries/${ping.id}`))],
  [resendDelivery, () => partner.post(hook(`/deliveries/${ping.id}/resend`), undefined, fresh())],
  [listEvents, () => quiet.partner.get(`/v1/events?starting_after=${quiet.ping.event_id}`)],
  [getEvent, () => partner.get(`/v1/events/${ping.event_id}`)],
  [deleteWebhook, () => partner.call(`/v1/webhooks/${spare.shift()?.id}`, { method: "DELETE" })],
]);

const consent = { platform: "doordash", redirect_url: "https://app.example.com/back" };
let connected: string[];
const disconnect = () =>
  partner.call(`/v1/earnings/${worker.id}/connections/${connected.shift()}`, { method: "DELETE" });
let worker: Json;
let quiet: { partner: Partner; hook: string; ping: Json };
let webhook: Json;
let ping: Json;
let spare: Json[];
/** It got through twice, as a ping and as the first resend: nobody is at it whose writes could be in the way. */
const delivered = () =>
  eventually(async () => (await partner.get(hook(`/deliveries/${ping.id}`))).json.attempts?.length === 2);
const hook = (rest = "") => `/v1/webhooks/${webhook.id}${rest}`;
const tax = (rest: string) => `/v1/tax/${driver.id}/${rest}`;
const fresh = () => ({ "idempotency-key": freshEmail() });
const person = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
const token = { plaid_token: "public-sandbox-6789" };
const payout = () => ({ driver_id: driver.id, amount: 1_000, currency: "usd" });

/** Each call helps another payout: the first two are completed, the next two failed, and the first two refunded. */
const helped = { complete: [0, 1], fail: [2, 3], refund: [0, 1] };
const help = (transition: keyof typeof helped) =>
  partner.call(`/v1/test_helpers/payments/${payouts[helped[transition].shift() ?? 0].id}/${transition}`, {
    method: "POST",
    headers: { "idempotency-key": freshEmail() },
  });

describe("an operation costs what its record says", () => {
  test.each([...requests].map(([op, request]) => [op.name, op, request] as const))(
    "%s",
    async (_, op, request) => {
      await request();
      await expectWithinBudget(op);
    },
  );

  describe("with a key", () => {
    beforeAll(async () => {
      partner = await newPartner(cloud);
      driver = await partner.driver();
      const standard = () => partner.payout(driver.id, { method: "standard" });
      payouts = [await standard(), await standard(), await standard(), await standard()];
      await partner.payout(driver.id, { amount: 1_000_000 });
      worker = await partner.driver();
      connected = ["uber", "lyft"];
      for (const platform of connected) {
        const { state } = await partner.made(`/v1/earnings/${worker.id}/connect`, { ...consent, platform });
        await postForm(cloud, `/connect/${state}`, { decision: "allow" });
      }
      const receiver = await Receiver.start();
      const endpoint = () => partner.made("/v1/webhooks", { url: receiver.url(), events: ["*"] });
      webhook = await endpoint();
      spare = [await endpoint(), await endpoint()];
      ping = await partner.made(hook("/ping"), undefined);
      const other = await newPartner(cloud);
      const { id } = await other.made("/v1/webhooks", { url: "http://localhost:9/", events: ["*"] });
      const quietHook = `/v1/webhooks/${id}`;
      partner.waits = false;
      quiet = { partner: other, hook: quietHook, ping: await other.made(`${quietHook}/ping`, undefined) };
    });

    test.each([...keyed].map(([op, request]) => [op.name, op, request] as const))(
      "%s",
      async (_, op, request) => {
        await untilAllowed(cloud, request);
        const settled = async () => (op === resendDelivery ? delivered() : undefined);
        const reply = await untilAllowed(cloud, request, () => settled().then(cloud.clearUsage));
        expect(reply.status).toBeLessThan(300);
        await expectWithinBudget(op);
      },
    );
  });

  test("and every operation is asked", () => {
    const asked = [...requests.keys(), ...keyed.keys()].map(({ name }) => name);
    expect(asked.sort()).toEqual(operations.map(({ name }) => name).sort());
  });
});

describe("starting a signup costs", () => {
  const LIMITER = { "dynamodb:UpdateItem": 1 };

  test("no read more for a replay: the refused transaction says what to answer", async () => {
    const email = freshEmail();
    await post(SIGNUPS, { email });
    await cloud.clearUsage();
    await post(SIGNUPS, { email });
    expect((await expectWithinBudget(startSignup)).calls).toEqual({
      ...LIMITER,
      "dynamodb:TransactWriteItems": 1,
    });
  });

  test("two units less in the sandbox, which has no email to hold", async () => {
    await post(SIGNUPS, { email: freshEmail(), sandbox: true });
    const { calls, writeUnits } = await spent(startSignup);
    expect([calls, writeUnits]).toEqual([
      { ...LIMITER, "dynamodb:TransactWriteItems": 1 },
      startSignup.budget.writeUnits - 2,
    ]);
  });

  test("one read for a partner's first signup, and none for the next ones", async () => {
    const { partner_id } = (await post("/api/agent/partners", { company: freshEmail(), email: freshEmail() }))
      .json;
    await post(SIGNUPS, { email: freshEmail(), partner_id });
    expect(await spent(startSignup)).toMatchObject({ calls: { "dynamodb:GetItem": 1 }, readUnits: 1 });
    await cloud.clearUsage();
    await post(SIGNUPS, { email: freshEmail(), partner_id });
    await expectWithinBudget(startSignup);
  });

  test("nothing, once an address is known to be over its limit", async () => {
    const from = freshAddress();
    for (let i = 0; i < 11; i++) await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from });
    await cloud.clearUsage();
    for (let i = 0; i < 5; i++) await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from });
    const { invocations, calls } = await spent(startSignup);
    expect([invocations, calls]).toEqual([5, {}]);
  });
});
