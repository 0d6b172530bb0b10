import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { isRepeatable, type Operation } from "../../shared/contract/operation.ts";
import { platformApi } from "../../shared/contract/platform-api.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const person = {
  email: "zoe.quartz@example.com",
  first_name: "Zoe",
  last_name: "Quartz",
  phone: "+14155550199",
  ssn_last4: "4321",
};
// Digits count only when they stand alone: an id or a signature can hold any four of them.
const PERSONAL = /(?<![\w-])(?:zoe|4321|9917)(?![\w-])|quartz|4155550199|sandbox-9917|Elm Street/i;
const remove = (id: string) => partner.call(`/v1/drivers/${id}`, { method: "DELETE" });

/** The requests about a driver that accept an idempotency key, and whose answers can show personal data. */
const keyedRequests: Record<string, (id: string) => [path: string, body: object]> = {
  "create-driver": () => ["/v1/drivers", person],
  "add-bank-account": (id) => [`/v1/drivers/${id}/bank-accounts`, { plaid_token: "public-sandbox-9917" }],
  "log-mileage": (id) => [
    `/v1/tax/${id}/mileage`,
    { miles: 2, date: "2026-07-03", start_location: "12 Elm Street" },
  ],
  "log-expense": (id) => [
    `/v1/tax/${id}/expenses`,
    { category: "supplies", amount: 500, business_share: 50, date: "2026-07-03", description: "Elm Street" },
  ],
  "sync-platform": (id) => [`/v1/earnings/${id}/connections/lyft/sync`, {}],
  "connect-platform": (id) => [
    `/v1/earnings/${id}/connect`,
    { platform: "uber", redirect_url: "https://app.example.com/back" },
  ],
};

/** A driver of whom each keyed request and a payout was made, and who is deleted. `link`: of a consent. */
async function deletedDriver() {
  const receiver = await Receiver.start();
  const { id: endpoint } = await partner.create("/v1/webhooks", { url: receiver.url(), events: ["*"] });
  const key = { "idempotency-key": freshEmail() };
  const { id } = (await partner.post("/v1/drivers", person, key)).json;
  const consent = { platform: "lyft", redirect_url: "https://app.example.com/back" };
  const { state: lyft } = await partner.create(`/v1/earnings/${id}/connect`, consent);
  await postForm(cloud, `/connect/${lyft}`, { decision: "allow" });
  const sendAll = async () => {
    const replies: Record<string, Json> = {};
    for (const [name, request] of Object.entries(keyedRequests))
      replies[name] = await partner.post(...request(id), key);
    return replies;
  };
  const first = await sendAll();
  await partner.payout(id);
  // So the reads below come before the timer has erased the driver's data.
  await cloud.inject({ kind: "throttle", action: "states:StartExecution" });
  const { json: deleted } = await remove(id);
  const again = await sendAll();
  const reads: Record<string, number> = {};
  for (const path of [
    ...["", "/bank-accounts"].map((rest) => `/v1/drivers/${id}${rest}`),
    ...["", "/connections"].map((rest) => `/v1/earnings/${id}${rest}`),
    ...["summary?year=2026", "mileage", "expenses"].map((rest) => `/v1/tax/${id}/${rest}`),
  ])
    reads[path] = (await partner.get(path)).status;
  await cloud.inject();
  const link = `/connect/${first["connect-platform"].json.state}`;
  return { id, receiver, endpoint, first, deleted, again, reads, link };
}
const gone = await deletedDriver();

test("requests for a deleted driver get a 404, also when their first replies were 201", async () => {
  const { id, first, deleted, again, reads, link } = gone;
  const statusesOf = (replies: Record<string, Json>) =>
    Object.entries(replies).map(([name, { status, json }]) => [name, status, json.error?.code]);
  expect(statusesOf(first)).toEqual(
    Object.keys(keyedRequests).map((name) => [name, name === "sync-platform" ? 200 : 201, undefined]),
  );
  expect(deleted).toEqual({ id, object: "driver", deleted: true });
  expect(statusesOf(again)).toEqual(
    Object.keys(keyedRequests).map((name) => [name, 404, "resource_missing"]),
  );
  expect(Object.entries(reads).filter(([, status]) => status !== 404)).toEqual([]);
  expect(errorOf(await remove(id))).toEqual([404, "resource_missing", "id"]);
  expect((await postForm(cloud, link, { decision: "allow" })).status).toBe(404);
});

test("no event, delivery or log has a deleted driver's data, and the payout stays", async () => {
  const { id, receiver, endpoint } = gone;
  await eventually(async () => receiver.received.some(({ json }) => json.data.status === "deleted"));
  const events = await partner.read("/v1/events?limit=100");
  const deliveries = await partner.read(`/v1/webhooks/${endpoint}/deliveries?limit=100`);
  const payouts = await partner.read(`/v1/payments?driver_id=${id}`);
  expect(payouts.total_count).toBe(1);
  const texts = [events, deliveries, payouts, receiver.received].map((each) => JSON.stringify(each));
  for (const text of [...texts, cloud.logs()]) expect(text).not.toMatch(PERSONAL);
  expect(JSON.stringify(await partner.read("/v1/drivers?limit=100"))).not.toContain(id);
});

test("every request whose replay could show a driver's data is tried above", () => {
  const about = (platformApi as readonly Operation[]).filter(
    (op) => isRepeatable(op) && ["Drivers", "Earnings", "Tax"].includes(op.tag),
  );
  expect(about.map(({ name }) => name).sort()).toEqual(Object.keys(keyedRequests).sort());
});

test("the external id and the place in the count are free again", async () => {
  const company = await newPartner(cloud);
  const { id } = await company.driver({ external_id: "crew-7", metadata: { a: "b" } });
  await company.driver();
  await company.call(`/v1/drivers/${id}`, { method: "DELETE" });
  expect((await company.read("/v1/drivers")).total_count).toBe(1);
  expect((await company.driver({ external_id: "crew-7" })).external_id).toBe("crew-7");
});

test("a replayed payout gets its first answer, so its money never moves twice", async () => {
  const { id } = await partner.driver();
  const body = { driver_id: id, amount: 500, currency: "usd", idempotency_key: freshEmail() };
  const first = await partner.post("/v1/payments/payout", body);
  await remove(id);
  const again = await partner.post("/v1/payments/payout", body);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const other = await partner.post("/v1/payments/payout", { ...body, idempotency_key: freshEmail() });
  expect(errorOf(other)).toEqual([404, "resource_missing", "driver_id"]);
});
