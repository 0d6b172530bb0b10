import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { covers, type Grant } from "../../../infra/local/platform/iam.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { commands, operations, pages, timers } from "../../../shared/contract/service.ts";
import { workers } from "../../../shared/contract/workers.ts";
import type { ApiKey } from "../../../shared/domain/account/api-key.ts";
import { newPing } from "../../../shared/domain/event/event.ts";
import { settlePayout } from "../../../shared/domain/payout/payout.ts";
import { createPayout } from "../../../shared/domain/payout/payout-request.ts";
import { newBatch } from "../../../shared/domain/payout/payout-batch.ts";
import { deliveryId, newDelivery } from "../../../shared/domain/webhook/delivery.ts";
import { dueBatches, dueShardOf, keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { complaintOf, linkIn, mailAfter, mailTo } from "../cloud/mailbox.ts";
import { call } from "../cloud/mcp.ts";
import { newCompany } from "../partner/platform.ts";
import { dashboardJourney } from "./dashboard-journey.ts";
import { spendEmailBudget } from "./email-budget.ts";
import { operatorsJourney } from "./operators-journey.ts";
import { platformJourney } from "./platform-journey.ts";
import { savingsJourney } from "./savings-journey.ts";
import { taxJourney } from "./tax-journey.ts";

const template = new Template(assemblyDir);
const [table = ""] = template.ids("AWS::DynamoDB::Table");
const queue = (prefix: string) => template.ids("AWS::SQS::Queue").find((id) => id.startsWith(prefix)) ?? "";

const SIGNUPS = "/api/agent/signups";

/**
 * Uses every feature of the service. Throws if one does not work within `timeoutMs`. Needs a fast clock.
 */
export async function wholeJourney(cloud: Cloud, timeoutMs = 15_000): Promise<void> {
  const before = linesByOperation(cloud);
  const since = new Date(await cloud.now()).toISOString();
  const partner_id = await newCompany(cloud);
  await get(cloud, `/api/agent/partners/${partner_id}`);
  await get(cloud, "/api/agent/partners/unknown-fleet", 404);
  await post(cloud, SIGNUPS, { email: freshEmail(), partner_id }, 201);
  const { signup_id } = await post(cloud, SIGNUPS, { email: freshEmail(), sandbox: true }, 201);
  await post(cloud, "/api/waitlist", { email: freshEmail() }, 200);
  for (const path of [
    "/",
    "/health",
    "/health?ready",
    "/docs",
    "/llms.txt",
    "/api/agent/product",
    "/api/openapi.json",
  ])
    await get(cloud, path);
  await get(cloud, "/api/agent/eligibility?filing_status=single&magi=1");
  await get(cloud, "/docs/libraries/none", 404);
  await get(cloud, "/nowhere", 404);
  // No rail of this stage calls back.
  await post(cloud, "/rails/test", {}, 404);
  await wrongKeysJourney(cloud);
  await assistantsJourney(cloud);
  await ownersJourney(cloud, timeoutMs);
  await spendEmailBudget(cloud);
  await liveSignup(cloud, timeoutMs);
  await cloud.sendMessage(queue("MailFeedbackQueue"), complaintOf(freshEmail()));
  await failuresJourney(cloud);
  await dashboardJourney(cloud, timeoutMs);
  await platformJourney(cloud, timeoutMs);
  await savingsJourney(cloud, timeoutMs);
  await operatorsJourney(cloud);
  await taxJourney(cloud, timeoutMs);
  await deadLetter(cloud, timeoutMs);
  await lateDelivery(cloud, timeoutMs);
  await lostBatch(cloud, timeoutMs);
  await latePayout(cloud, timeoutMs);
  await eventually(
    async () => (await get(cloud, `${SIGNUPS}/${signup_id}`)).status === "account_opened",
    timeoutMs,
  );
  // Redrives every outbox entry of this journey. No timer starts twice.
  const redriven = await cloud.command("redrive-relay", { since });
  if (!redriven.ok) throw new Error(redriven.message);
  await eventually(async () => (await cloud.queueLength(queue("MailQueue"))) === 0, timeoutMs);
  let silent: string[] = [];
  await eventually(async () => {
    silent = silentSince(before, linesByOperation(cloud));
    return silent.length === 0;
  }, timeoutMs).catch(() => {
    throw new Error(`The journey has no log line of ${silent.join(", ")}`);
  });
}

/** Journeys that are still running although their result is known. */
const underWay = new Set<Promise<void>>();

/** Waits for the end of all journeys that `isMissed` started. */
export const journeysEnd = () => Promise.all(underWay);

/** Whether a journey without a grant makes a request that exactly this grant allows. */
export async function isMissed(cloud: Cloud, grant: Grant): Promise<boolean> {
  await cloud.revoke(grant);
  const refused = async () => (await cloud.denials()).some((question) => covers(grant, question));
  // The second attempt is for a busy machine.
  for (const timeoutMs of [3_000, 20_000]) {
    const journey = wholeJourney(cloud, timeoutMs).catch(() => {});
    underWay.add(journey);
    let over = false;
    const ended = journey.then(() => {
      underWay.delete(journey);
      over = true;
    });
    if ((await eventually(async () => (await refused()) || (over && "over"), 120_000)) === true) return true;
    await ended;
  }
  return false;
}

/** Every operation with a key counts the failures of an address. */
async function wrongKeysJourney(cloud: Cloud): Promise<void> {
  const headers = { authorization: "Bearer svc_test_wrong" };
  for (const { method, path, ...more } of operations) {
    if (!("scope" in more)) continue;
    const { status } = await cloud.call(path.replace(/\{\w+\}/g, "x"), {
      method,
      headers,
      from: freshAddress(),
    });
    if (status !== 401) throw new Error(`${method} ${path} returned ${status} for a wrong key`);
  }
}

/** Every operation with a key writes the key's first use in an hour, and stores its failed requests. */
async function failuresJourney(cloud: Cloud): Promise<void> {
  for (const { method, path, ...more } of operations) {
    if (!("scope" in more)) continue;
    const { message } = await cloud.command("create-key", { test: true });
    const headers = { authorization: `Bearer ${/svc_test_\w+/.exec(message)?.[0]}` };
    const { status } = await cloud.call(`${path.replace(/\{\w+\}/g, "x")}?nothing=1`, { method, headers });
    if (status < 400) throw new Error(`${method} ${path} returned ${status} for an unknown parameter`);
  }
}

/** Calls the tools as an assistant does. */
async function assistantsJourney(cloud: Cloud): Promise<void> {
  const tool = async (name: string, args: object) => {
    const { isError, content, structuredContent } = await call(cloud, name, args);
    if (isError) throw new Error(`${name} returned ${content[0].text}`);
    return structuredContent;
  };
  const partner = await tool("register_partner", { company: freshEmail(), email: freshEmail() });
  const { partner_id } = partner;
  await tool("start_signup", { email: freshEmail(), sandbox: true });
  const { signup_id } = await tool("start_signup", { email: freshEmail(), partner_id });
  await tool("get_signup_status", { signup_id });
}

/**
 * Requests the link again and confirms one signup, whose Roth IRA is then opened. Its receipt is shared with
 * the company that started it. Disowns another, which is then erased.
 */
async function ownersJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const partner_id = await newCompany(cloud);
  const approved = await cloud.command("approve-partner", { partner_id });
  if (!approved.ok) throw new Error(approved.message);
  const mine = await liveSignup(cloud, timeoutMs, { partner_id });
  const other = await liveSignup(cloud, timeoutMs);
  const ask = () => postForm(cloud, `/signup/${mine.signup_id}`, {}, { from: freshAddress() });
  const link = linkIn(await mailAfter(cloud, mine.email, ask, undefined, timeoutMs));
  const unwanted = linkIn(await mailTo(cloud, other.email, timeoutMs));
  expectStatus("disowning", await postForm(cloud, `${unwanted}/not-me`), 303);
  expectStatus("the link", await cloud.call(link), 200);
  expectStatus("confirming", await postForm(cloud, link, { consent: "yes", share: "yes" }), 303);
  expectStatus("the receipt", await cloud.call(`${link}/receipt`), 200);
  await get(cloud, "/.well-known/jwks.json");
  const { signup_id } = mine;
  const { structuredContent: read } = await call(cloud, "get_signup_status", { signup_id });
  if ((await get(cloud, `${SIGNUPS}/${signup_id}`)).receipt === undefined || read.receipt === undefined)
    throw new Error("The company got no copy of the receipt");
  const opened = await cloud.command("open-account", { signup_id });
  if (!opened.ok) throw new Error(opened.message);
  const erased = await cloud.command("erase-signup", { signup_id: other.signup_id });
  if (!erased.ok) throw new Error(erased.message);
}

async function liveSignup(cloud: Cloud, timeoutMs: number, more: object = {}) {
  const email = freshEmail();
  const { signup_id } = await post(cloud, SIGNUPS, { email, ...more }, 201);
  await mailTo(cloud, email, timeoutMs);
  return { signup_id, email };
}

/** Writes an outbox entry and an event that the relay cannot handle. */
async function deadLetter(cloud: Cloud, timeoutMs: number): Promise<void> {
  const entry = { pk: `OUTBOX#${freshEmail()}`, sk: "OUTBOX", kind: "nonsense" };
  const owner = { account_id: freshEmail(), mode: "test" } as const;
  const event = { ...keys.event(owner, "evt_nonsense"), type: "ping", body: "nonsense" };
  for (const item of [entry, event]) {
    await cloud.putItem(table, marshall(item));
    const isIt = ({ dynamodb }: Json) => dynamodb.NewImage.pk.S === item.pk;
    await eventually(async () => (await cloud.queue(queue("RelayDeadLetters"))).some(isIt), timeoutMs);
  }
}

async function post(cloud: Cloud, path: string, json: object, status: number) {
  const reply = await cloud.post(path, json, { from: freshAddress() });
  expectStatus(`POST ${path}`, reply, status);
  return reply.json;
}

async function get(cloud: Cloud, path: string, status = 200) {
  const reply = await cloud.call(path);
  expectStatus(`GET ${path}`, reply, status);
  return reply.json;
}

function expectStatus(what: string, { status }: { status: number }, expected: number): void {
  if (status !== expected) throw new Error(`${what} returned ${status}`);
}

const LOGGED = [
  ...[...operations, ...pages, ...timers, ...commands, workers.sendMail, workers.suppressAddress].map(
    ({ name }) => name,
  ),
  "unknown-route",
  "relay-events",
  "relay-outbox",
];

const silentSince = (before: Map<string, number>, after: Map<string, number>): string[] =>
  LOGGED.filter((name) => (after.get(name) ?? 0) <= (before.get(name) ?? 0));

/** The number of log lines of each function. */
function linesByOperation(cloud: Cloud): Map<string, number> {
  const lines = cloud.logs().trim().split("\n");
  const names = lines.map((line) => /"operation":"([^"]+)"/.exec(line)?.[1] ?? "relay-outbox");
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
}

/**
 * A delivery of a deleted endpoint that is an hour late. The sweeper looks up why it is late, and the signer
 * holds it.
 */
async function lateDelivery(cloud: Cloud, timeoutMs: number): Promise<void> {
  const due = new Date((await cloud.now()) - 3_600_000);
  const endpoint = { id: "wh_deleted", account_id: "acct_deleted", mode: "test" } as const;
  const event = { id: newPing(endpoint.id, false, due).id, type: "driver.created" } as const;
  const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, due);
  const indexed = { by_due: dueShardOf(delivery.id), due_at: due.toISOString() };
  const key = keys.delivery(endpoint, endpoint.id, delivery.id);
  const late = () => cloud.logs().match(/"late":[1-9]/g)?.length ?? 0;
  const before = late();
  await cloud.putItem(table, marshall({ ...key, ...delivery, ...indexed }, { removeUndefinedValues: true }));
  await eventually(async () => late() > before, timeoutMs);
}

/** A batch that lost its message and the result of its only payout. The worker asks itself for that page. */
/** A payout whose hint is lost. It was canceled, so nothing more happens to it. */
async function latePayout(cloud: Cloud, timeoutMs: number): Promise<void> {
  const owner = { account_id: "acct_deleted", mode: "test" } as const;
  const due = new Date((await cloud.now()) - 3_600_000);
  const asked = { driver_id: "drv_deleted", amount: 100, currency: "usd", method: "standard" } as const;
  const payout = settlePayout(createPayout(asked, undefined, due), "cancel", due);
  const place = { by_due: dueShardOf(payout.id, "payment"), due_at: due.toISOString() };
  const item = { ...keys.payment(owner, payout.id), ...payout, ...place, entries: [] };
  const swept = () => cloud.logs().match(/"payouts":[1-9]/g)?.length ?? 0;
  const before = swept();
  await cloud.putItem(table, marshall(item, { removeUndefinedValues: true }));
  await eventually(async () => swept() > before, timeoutMs);
}

async function lostBatch(cloud: Cloud, timeoutMs: number): Promise<void> {
  const owner = { account_id: "acct_deleted", mode: "test" } as const;
  const due = new Date((await cloud.now()) - 3_600_000);
  const batch = { ...newBatch(1, { key_id: "key_deleted" } as ApiKey, undefined, due), page: 1 };
  const page = { ...keys.batchPage(owner, batch.id, 0), payouts: "[{}]" };
  const continued = () => cloud.logs().match(/"page 0, 0 faults"/g)?.length ?? 0;
  const before = continued();
  await cloud.putItem(table, marshall(page));
  await cloud.putItem(table, marshall({ ...keys.batch(owner, batch.id), ...batch, by_due: dueBatches }));
  await eventually(async () => continued() > before, timeoutMs);
}
