import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { takesDryRun } from "../../shared/contract/dry-run.ts";
import { operations } from "../../shared/contract/service.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { replayLimit } from "../../shared/domain/event/replay.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { describedOperations, follow } from "../support/contract/openapi.ts";
import { newCompany, newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { AGREE, actAs, confirmedPerson, savers } from "../support/partner/savings.ts";
import { newSignup } from "../support/partner/signup.ts";

const cloud = await sharedCloud();
const ID = /\b([a-z]+(?:_sgn|_test)?)_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** By operation and status. */
const replies = new Map<string, Json>();
/** By operation: what its dry run said, and what the call then did. */
const dryRuns = new Map<string, [Json, Json]>();

async function dryRunOf(partner: Partner, path: string, request: object) {
  const before = new Set((await caused(partner)).map(({ id }) => id));
  const { status, headers, json } = await partner.call(`${path}?dry_run=true`, request);
  expect(headers["dry-run"]).toBe("true");
  const { emails: _, ...dry_run } = json.dry_run;
  const effects = async () => {
    const newEvents = (await caused(partner)).filter(({ id }) => !before.has(id));
    const [entries, events] = [true, false].map((has) =>
      newEvents.filter((each) => "postings" in each === has),
    );
    return {
      events: events?.map(({ type }) => type),
      entries: entries?.map(({ type, postings }) => ({ type, postings })),
    };
  };
  return { said: { ...json, status, dry_run }, effects };
}

/** All events and balance transactions so far, oldest first. */
async function caused(partner: Partner): Promise<Json[]> {
  const lists = ["/v1/events?limit=100", "/v1/balance_transactions?limit=100"].map((at) => partner.read(at));
  return (await Promise.all(lists)).flatMap(({ data }) => data.reverse());
}

/** The newest of each kind, by its prefix. */
const ids = new Map<string, string>();

/** Sends the request of the document's example, with the newest ids in place of its own. */
async function send(partner: Partner, name: string, fields: Json = {}, params: Json = {}): Promise<Json> {
  const [, op, described, document] = describedOperations.find(([each]) => each === name) as Json;
  const path = (described.parameters ?? [])
    .map((parameter: Json) => follow(document, parameter))
    .reduce((at: string, { name, schema }: Json) => {
      const prefix = /\^([a-z]+)_/.exec(schema.pattern)?.[1] ?? "";
      return at.replace(`{${name}}`, params[name] ?? ids.get(prefix));
    }, op.path);
  const body = JSON.stringify({ ...op.bodyExample, ...fields });
  const request = {
    method: op.method,
    from: freshAddress(),
    ...(op.body && { json: JSON.parse(body.replaceAll(ID, (_, prefix) => ids.get(prefix) ?? "")) }),
  };
  const at = op.method === "GET" ? `${path}?${new URLSearchParams(fields)}` : path;
  const isFirst = takesDryRun(op) && !dryRuns.has(name);
  const dryRun = isFirst ? await dryRunOf(partner, path, request) : undefined;
  const { status, json } = await partner.call(at, request);
  replies.set(`${name} ${status}`, json);
  if (dryRun) dryRuns.set(name, [dryRun.said, { ...json, status, dry_run: await dryRun.effects() }]);
  const { id = json.data?.[0]?.id } = json;
  if (id) ids.set(id.split("_")[0], id);
  return json;
}

async function sendAll(partner: Partner, ...names: string[]): Promise<void> {
  for (const name of names) await send(partner, name);
}

async function signUp(partner: Partner): Promise<void> {
  const slug = await newCompany(cloud, { company: `Acme Fleet ${freshEmail()}` });
  await cloud.command("approve-partner", { partner_id: slug });
  await send(partner, "get-partner", {}, { partner_id: slug });
  await sendAll(partner, "register-partner", "start-signup", "join-waitlist", "create-sandbox-key");
  const { email } = await confirmedPerson(cloud, { partner_id: slug });
  await send(partner, "start-signup", { email, sandbox: false });
  const { signup_id } = await newSignup(cloud);
  await send(partner, "get-signup-status", {}, { signup_id });
  await send(partner, "check-roth-eligibility", { filing_status: "single", magi: 160_500 });
  await sendAll(partner, "get-product-info");
}

async function addDriver(partner: Partner): Promise<void> {
  await sendAll(partner, "update-account", "get-account", "create-driver");
  await sendAll(partner, "add-bank-account", "list-bank-accounts", "update-bank-account");
  await connect(partner, "doordash");
  await sendAll(partner, "list-connections", "invite-to-save", "act-on-savings", "get-savings");
}

async function connect(partner: Partner, platform: string): Promise<void> {
  const { state } = await send(partner, "connect-platform", { platform });
  await postForm(cloud, `/connect/${state}`, { decision: "allow" });
}

async function pay(partner: Partner): Promise<void> {
  await sendAll(partner, "create-payout", "get-payout", "list-payouts", "get-driver", "list-drivers");
  await sendAll(partner, "list-balance-transactions", "get-balance-transaction", "update-driver");
  await sendAll(partner, "settle-contribution", "list-contributions");
  for (const step of ["cancel", "complete", "fail"]) {
    const { id } = await send(partner, "create-payout", { method: "standard", idempotency_key: step });
    if (step === "cancel") await send(partner, "get-balance");
    await send(partner, `${step}-payout`, {}, { id });
  }
  await send(partner, "create-payout", { idempotency_key: "refund" });
  await sendAll(partner, "refund-payout", "fund-balance", "create-payout-batch");
  await cloud.advance("5s");
  await send(partner, "list-payout-batch-items");
  await sendAll(partner, "create-payout-proposal", "get-payout-proposal", "list-payout-proposals");
  await sendAll(partner, "cancel-payout-proposal");
  await send(partner, "create-payout-proposal", { idempotency_key: "approved" });
  await send(partner, "approve-payout-proposal");
  await send(partner, "create-payout-proposal", { idempotency_key: "expires" });
  const payout = { driver_id: ids.get("drv"), amount: 100, currency: "usd" };
  const { id } = await partner.create("/v1/payments/batches", { payouts: [payout, payout, null] });
  // Batches leave half of a minute's requests to others.
  await cloud.advance("65s");
  await send(partner, "get-payout-batch", {}, { id });
}

async function keepTaxLog(partner: Partner): Promise<void> {
  await send(partner, "log-mileage", { miles: 24.5 });
  await sendAll(partner, "update-mileage", "delete-mileage", "log-mileage", "list-mileage");
  await send(partner, "log-expense", { business_share: 60 });
  await sendAll(partner, "update-expense", "delete-expense", "log-expense", "list-expenses");
  await sendAll(partner, "make-1099-ready", "emit-quarterly-due");
  for (const name of ["get-1099", "list-tax-documents"]) await send(partner, name, { year: 2025 });
  await connect(partner, "uber");
  await send(partner, "sync-platform", {}, { platform: "doordash" });
  await send(partner, "get-earnings");
  await send(partner, "get-tax-summary", { year: 2026 });
}

async function listen(partner: Partner): Promise<void> {
  const receiver = await Receiver.start();
  await send(partner, "create-webhook", { url: receiver.url("/roth") });
  await sendAll(partner, "get-webhook", "list-webhooks", "update-webhook", "ping-webhook");
  await send(partner, "replay-webhook", { since: new Date((await cloud.now()) - 60_000).toISOString() });
  await send(partner, "rotate-webhook-secret");
  await cloud.advance("0s");
  receiver.answer = () => ({ status: 500, body: "Internal Server Error" });
  await send(partner, "create-payout", { idempotency_key: "failing" });
  await cloud.advance("0s");
  await sendAll(partner, "list-deliveries", "get-delivery", "resend-delivery");
  await send(partner, "list-events", { type: "payment.completed", limit: 1 });
  await send(partner, "get-event");
  await fail(partner, receiver);
  await send(partner, "delete-webhook");
}

/** Twenty attempts at an endpoint fail in an hour: each event has four. */
async function fail(partner: Partner, receiver: Receiver): Promise<void> {
  await partner.create("/v1/webhooks", { url: receiver.url("/failing"), events: ["driver.updated"] });
  const { id } = await partner.driver();
  for (const n of ["1", "2", "3", "4", "5", "6"])
    await partner.call(`/v1/drivers/${id}`, { method: "PATCH", json: { metadata: { n } } });
  await cloud.advance("15m");
}

async function leave(partner: Partner): Promise<void> {
  await send(partner, "disconnect-platform", {}, { platform: "doordash" });
  await sendAll(partner, "delete-bank-account", "end-savings");
  const [changing = "", ending = ""] = await savers(partner, 2, 2);
  await actAs(partner, changing, { ...AGREE, act: "change", percent: 10 });
  await actAs(partner, ending, { act: "end" });
  await partner.call(`/v1/drivers/${ending}`, { method: "PATCH", json: { email: freshEmail() } });
  await cloud.advance("73h");
  const events = (await partner.read("/v1/events?limit=100")).data.reverse();
  for (const { type, data } of events) if (data.platform !== "uber") replies.set(type, data);
  await send(partner, "delete-driver");
}

/** A day with one payout, of a company with one driver. */
async function settle(partner: Partner): Promise<void> {
  await partner.payout((await partner.driver()).id, { amount: 12_500 });
  await sendAll(partner, "fund-balance");
  await cloud.advance("31s");
  const { date } = await send(partner, "close-day");
  await send(partner, "get-settlement", {}, { date });
  await send(partner, "list-settlements");
}

/** What the sandbox draws for each driver, or depends on the day. */
const VARIES = /^(?:check-roth-eligibility|get-earnings|get-tax-summary|sync-platform|earnings.synced)/;
const ANY = /^(?:lifetime_earnings|platforms|duration_ms|send_at|date|frozen_at|tax_year)$/;

/** Of a list the newest object. Without ids, secrets and hosts. An instant is its place among all of them. */
function shown(at: string, reply: Json): Json {
  const object = reply?.object === "list" ? reply.data[0] : reply;
  // Some milliseconds after the change that it reports, or in the same one.
  const event = /^(?:list|get)-events? /.test(at) && { created_at: object.data.created_at };
  const written = JSON.stringify(object ? { ...object, ...event } : null, (key, value) =>
    ANY.test(key) ? "any" : value,
  );
  const instants = [...new Set(written.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g))].sort();
  return JSON.parse(written, (_, value) => {
    if (VARIES.test(at) && Array.isArray(value)) return value.slice(0, 1);
    if (typeof value === "number") return VARIES.test(at) ? "number" : value;
    if (typeof value !== "string") return value;
    const text = value
      .replaceAll(ID, "$1_")
      .replace(/^https?:\/\/[^/]+/, "")
      .replace(/^\{"account_id.*/, "text")
      .replace(/^acme-fleet.*|whsec_.*|[\w-]{43,}$|(?<=documents\/)[\w-]+$|tax advice\..*/s, "...")
      .replace(/^\d{4}-\d\d-\d\dT.*Z$/, (instant) => `instant ${instants.indexOf(instant)}`);
    return VARIES.test(at) ? text.replaceAll(/20\d\d(-\d\d-\d\d)?/g, "day") : text;
  });
}

const company = await newPartner(cloud);
for (const part of [signUp, addDriver, pay, keepTaxLog, listen, leave]) await part(company);
await settle(await newPartner(cloud));

/** Two examples are a line of the documents themselves. */
const compared = operations.filter(({ name }) => !name.endsWith("openapi"));
const examples = compared.flatMap(({ name, replies }) =>
  Object.values<Json>(replies)
    .filter(({ status }) => status < 300)
    .map(({ status, example }) => [`${name} ${status}`, example] as const),
);

test.each(examples)("the example of a reply is what the service sends: %s", (at, example) => {
  expect(shown(at, replies.get(at))).toEqual(shown(at, example));
});

test.each(operations.filter(takesDryRun).map(({ name }) => name))(
  "a dry run of %s says what the call does",
  (name) => {
    const [said, done] = dryRuns.get(name) as [Json, Json];
    expect(shown(name, said)).toEqual(shown(name, done));
  },
);

test("a dry run is refused for the reason of its call, and pays nothing", async () => {
  const partner = await newPartner(cloud);
  const { id: driver_id } = await partner.driver();
  const { id } = await partner.payout(driver_id, { method: "instant" });
  await partner.call("/v1/account", { method: "PATCH", json: { enforce_balance: true } });
  const refused: [string, Json][] = [
    [`/v1/payments/${id}/cancel`, undefined],
    ["/v1/payments/payout", { driver_id, amount: 2_000_000, currency: "eur" }],
    ["/v1/payments/payout", { driver_id: `drv_${"0".repeat(26)}`, amount: 100, currency: "usd" }],
  ];
  const before = await partner.read("/v1/balance");
  for (const [path, json] of refused) {
    const dry = await partner.post(`${path}?dry_run=true`, json);
    const call = await partner.post(path, json);
    expect([dry.status, dry.json]).toEqual([call.status, call.json]);
    expect(call.status).toBeGreaterThanOrEqual(400);
  }
  const { status } = await partner.post("/v1/payments/payout?dry_run=maybe", {});
  expect(status).toBe(400);
  expect(await partner.read("/v1/balance")).toEqual(before);
});

test("dry runs use up no replay of an endpoint", async () => {
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const { id } = await partner.create("/v1/webhooks", { url: receiver.url(), events: ["*"] });
  const since = new Date(await cloud.now()).toISOString();
  const replay = async (query: string) =>
    (await partner.post(`/v1/webhooks/${id}/replay${query}`, { since })).status;
  for (let times = 0; times < replayLimit.count; times++) expect(await replay("?dry_run=true")).toBe(202);
  expect(await replay("")).toBe(202);
});

/** A member declines in the dashboard: test/journeys/dashboard-proposals.test.ts. */
const events = Object.entries<Json>(catalogue).filter(([type]) => type !== "proposal.declined");
test.each(events)("the example of an event is what the service sends: %s", (type, { example }) => {
  expect(shown(type, replies.get(type))).toEqual(shown(type, example));
});
