import type { Call, Json, Reply } from "../../infra/local/test/support/http.ts";
import { apiOf, pathCovers } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { keyedRequests } from "../support/partner/keyed-requests.ts";
import { newPartner, untilAllowed } from "../support/partner/platform.ts";
import { AGREE, actAs, savers } from "../support/partner/savings.ts";
import { agentDocument, follow, platformDocument, replyOf } from "../support/contract/openapi.ts";

/** A body that the service sent, and the component that describes it. */
export type Sent = { operation: string; api: "agent" | "platform"; schema: string; body: Json };

export type Api = Sent["api"];
export const apis: readonly Api[] = ["agent", "platform"];

/** A document for a generator, with what the service sent, and as a later release may send it. */
export type Corpus = Record<Api, { document: Json; sent: Sent[]; later: Sent[] }>;

export async function corpusOf(cloud: Cloud): Promise<Corpus> {
  const replies = await recordReplies(cloud);
  const caseOf = (api: Api) => {
    const sent = replies.filter((reply) => reply.api === api);
    return {
      document: documents[api],
      sent,
      later: sent.map((reply) => ({ ...reply, body: laterBody(reply) })),
    };
  };
  return { agent: caseOf("agent"), platform: caseOf("platform") };
}

const documents = { agent: agentDocument, platform: platformDocument };

/** Live replies of every operation, errors, and an event of each type. */
async function recordReplies(cloud: Cloud): Promise<Sent[]> {
  const replies = new Map<string, Sent>();
  const keys = new Set<string>();
  const call = cloud.call.bind(cloud);
  cloud.call = async (path: string, request: Call = {}) => {
    const reply = await call(path, request);
    const method = request.method ?? (request.json || request.body ? "POST" : "GET");
    const sent = sentIn(method, path, reply);
    // The first of each status and error is enough.
    if (sent) replies.set(`${sent.operation} ${reply.status} ${reply.json.error?.code}`, sent);
    if (request.headers?.authorization && reply.status < 300) keys.add(request.headers.authorization);
    return reply;
  };
  await askOpenly(cloud);
  for (const { ask } of Object.values(await keyedRequests(cloud))) await untilAllowed(cloud, ask);
  await causeEvents(cloud);
  await cloud.advance("0s");
  const events = new Map<string, Sent>();
  for (const authorization of keys) {
    const { data } = (await cloud.call("/v1/events?limit=100", { headers: { authorization } })).json;
    // A ping has no schema of its own.
    for (const body of data) if (body.type in platformDocument.webhooks) events.set(body.type, eventOf(body));
  }
  return [...replies.values(), ...events.values()];
}

function sentIn(method: string, path: string, { status, json }: Reply): Sent | undefined {
  const [pathname = ""] = path.split("?");
  const fitting = operations.filter((each) => each.method === method && pathCovers(each.path, pathname));
  const op = fitting.find((each) => each.path === pathname) ?? fitting[0];
  const document = op && documents[apiOf(op)];
  const reply = document && replyOf(document, document.paths[op.path][method.toLowerCase()], status);
  const ref = reply?.content?.["application/json"]?.schema.$ref;
  if (!op || !ref || json === undefined) return undefined;
  return { operation: op.name, api: apiOf(op), schema: ref.replace(/^.*\//, ""), body: json };
}

/** Requests without a key: replies and errors. */
async function askOpenly(cloud: Cloud): Promise<void> {
  const post = (path: string, json: object) => cloud.post(path, json, { from: freshAddress() });
  const started = await post("/api/agent/signups", { email: freshEmail(), sandbox: true });
  await cloud.call(`/api/agent/signups/${started.json.signup_id}`);
  await cloud.call("/api/agent/signups/svc_sgn_none");
  await cloud.call("/api/agent/product");
  await cloud.call("/api/agent/eligibility?filing_status=single&magi=160000");
  await cloud.call("/api/agent/eligibility?filing_status=single");
  const company = { company: freshEmail(), email: freshEmail(), sandbox: true };
  const { json: partner } = await post("/api/agent/partners", company);
  await cloud.call(`/api/agent/partners/${partner.partner_id}`);
  await post("/api/agent/partners", { company: "", email: freshEmail() });
  await post("/api/agent/sandbox_keys", {});
  await post("/api/waitlist", { email: freshEmail() });
  await cloud.call("/api/openapi.json");
  await cloud.call("/v1/drivers");
  await cloud.call("/v1/drivers", { headers: { authorization: "Bearer svc_test_none" } });
}

async function causeEvents(cloud: Cloud): Promise<void> {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  await partner.call(`/v1/drivers/${id}`, { method: "PATCH", json: { last_name: "B" } });
  await partner.bankAccount(id, "6789");
  const first = await partner.payout(id);
  const second = await partner.payout(id, { method: "standard" });
  await partner.create(`/v1/test_helpers/payments/${first.id}/refund`, undefined);
  await partner.create(`/v1/test_helpers/payments/${second.id}/fail`, undefined);
  const [saver = ""] = await savers(partner, 1, 1);
  await actAs(partner, saver, { ...AGREE, act: "change", percent: 10 });
  const saved = await partner.payout(saver, { amount: 10_000 });
  await partner.create(`/v1/test_helpers/payments/${saved.id}/refund`, undefined);
  const consent = { platform: "uber", redirect_url: "https://app.example.com/back" };
  const { state } = await partner.create(`/v1/earnings/${id}/connect`, consent);
  await postForm(cloud, `/connect/${state}`, { decision: "allow" });
  await partner.call(`/v1/earnings/${id}/connections/uber`, { method: "DELETE" });
  const tax = `/v1/test_helpers/tax/${id}`;
  await partner.create(`${tax}/quarterly_due`, { year: 2026, q: "Q4" });
  await partner.create(`${tax}/1099_ready`, { year: 2025, gross_amount: 70_000 });
  await partner.get(`/v1/drivers/drv_${"0".repeat(26)}`);
  await partner.post("/v1/payments/payout", { driver_id: id, amount: 1, currency: "usd" });
  await partner.post("/v1/payments/payout", { driver_id: id });
}

function eventOf(body: Json): Sent {
  const { requestBody } = platformDocument.webhooks[body.type].post;
  const schema = requestBody.content["application/json"].schema.$ref.replace(/^.*\//, "");
  return { operation: `event ${body.type}`, api: "platform", schema, body };
}

/**
 * The body as a later release may send it: a new field in every object, and a new value wherever the document
 * lists values that may be extended.
 */
function laterBody({ api, schema, body }: Sent): Json {
  return later(documents[api], { $ref: `#/components/schemas/${schema}` }, body);
}

function later(document: Json, schema: Json, value: Json): Json {
  const { anyOf, items, properties, additionalProperties, ...rest } = follow(document, schema);
  if (rest["x-extensible-enum"]) return "of_a_later_release";
  if (value === null) return value;
  if (anyOf)
    return later(
      document,
      anyOf.find(({ type }: Json) => type !== "null"),
      value,
    );
  if (Array.isArray(value)) return value.map((entry) => later(document, items ?? {}, entry)) as Json;
  if (typeof value !== "object" || !(properties || additionalProperties)) return value;
  const known = Object.entries<Json>(value).map(([name, entry]) => [
    name,
    later(document, properties?.[name] ?? {}, entry),
  ]);
  const isMap = !properties;
  return { ...Object.fromEntries(known), ...(!isMap && { of_a_later_release: { is: ["unknown", 1] } }) };
}
