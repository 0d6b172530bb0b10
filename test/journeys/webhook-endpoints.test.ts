import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

let cloud: Cloud;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud(FAST_CLOCK);
});
beforeEach(async () => {
  partner = await newPartner(cloud);
});
afterEach(() => cloud.inject());
afterAll(endClouds);

const WEBHOOKS = "/v1/webhooks";
const URL_HERE = "http://localhost:4999/hooks";
const endpointBody = (more: object = {}) => ({ url: URL_HERE, events: ["payment.completed"], ...more });
const register = (more: object = {}): Promise<Json> => partner.made(WEBHOOKS, endpointBody(more));
const change = (id: string, json: object) => partner.call(`${WEBHOOKS}/${id}`, { method: "PATCH", json });
const rotate = (id: string, json: object = {}, headers = {}) =>
  partner.post(`${WEBHOOKS}/${id}/rotate_secret`, json, headers);

/** Everything that the cloud stores or logs: the files of the table, the queues and the logs. */
const everythingStored = () =>
  readdirSync(cloud.dataDir, { recursive: true, encoding: "utf8" })
    .map((file) => join(cloud.dataDir, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");

describe("endpoint registration", () => {
  test("the first reply has the secret, later reads do not", async () => {
    const { secret, ...endpoint } = await register({ events: ["*"], description: "Books" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      object: "webhook_endpoint",
      url: URL_HERE,
      events: ["*"],
      description: "Books",
      status: "active",
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      previous_secret_expires_at: null,
      created_at: expect.any(String),
    });
    expect(await partner.read(`${WEBHOOKS}/${endpoint.id}`)).toEqual(endpoint);
    expect(await partner.read(WEBHOOKS)).toEqual({
      object: "list",
      data: [endpoint],
      has_more: false,
      total_count: 1,
    });
  });

  test("no stored file or log has the first or the rotated secret in clear text", async () => {
    const headers = { "idempotency-key": "once" };
    const { json: first } = await partner.post(
      WEBHOOKS,
      endpointBody({ description: "look for me" }),
      headers,
    );
    const { json: second } = await rotate(first.id, {}, headers);
    const everything = everythingStored();
    expect(everything).toContain("look for me");
    for (const { secret } of [first, second]) {
      expect(secret).toMatch(/^whsec_/);
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(secret.slice("whsec_".length));
    }
  });

  test("requests with one idempotency key create one endpoint, and replays omit the secret", async () => {
    const headers = { "idempotency-key": "register" };
    const replies = await Promise.all([1, 2, 3].map(() => partner.post(WEBHOOKS, endpointBody(), headers)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.filter(({ json }) => json.secret)).toHaveLength(1);
    const again = await partner.post(WEBHOOKS, endpointBody(), headers);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.json).toEqual(await partner.read(`${WEBHOOKS}/${again.json.id}`));
    expect((await partner.read(WEBHOOKS)).total_count).toBe(1);
  });

  test.each<[string, object, [number, string, string]]>([
    [
      "an unknown event type",
      { events: ["driver.created", "payment.*"] },
      [400, "event_type_unknown", "events[1]"],
    ],
    ["a ping, which has no subscribers", { events: ["ping"] }, [400, "event_type_unknown", "events[0]"]],
    ["no event type", { events: [] }, [400, "parameter_invalid", "events"]],
    ["a repeated event type", { events: ["*", "*"] }, [400, "parameter_invalid", "events"]],
    ["no URL", { url: undefined }, [400, "parameter_missing", "url"]],
    ["text that is not a URL", { url: "hooks.example.com" }, [400, "url_invalid", "url"]],
    ["plain HTTP", { url: "http://hooks.example.com/" }, [400, "url_not_allowed", "url"]],
    ["a literal address", { url: "https://10.0.0.1/" }, [400, "url_not_allowed", "url"]],
    ["another port", { url: "https://hooks.example.com:444/" }, [400, "url_not_allowed", "url"]],
    ["credentials", { url: "https://me:it@hooks.example.com/" }, [400, "url_not_allowed", "url"]],
    ["a name that does not resolve", { url: "https://nowhere.example.com/" }, [400, "url_invalid", "url"]],
    ["a long description", { description: "x".repeat(501) }, [400, "parameter_invalid", "description"]],
    ["an unknown field", { event: "*" }, [400, "parameter_unknown", "event"]],
  ])("a registration with %s gets a 400 and creates nothing", async (_, more, expected) => {
    expect(errorOf(await partner.post(WEBHOOKS, endpointBody(more)))).toEqual(expected);
    expect((await partner.read(WEBHOOKS)).data).toEqual([]);
  });

  test("24 concurrent registrations with write conflicts create the maximum of 16 endpoints", async () => {
    const action = "dynamodb:TransactWriteItems";
    await cloud.inject({ kind: "conflict", action, caller: "create-webhook", share: 0.2 });
    // On a busy machine the quota check can miss its deadline. The 503 then means that nothing was written.
    const registerUntilServed = async (): Promise<Reply> => {
      const reply = await partner.post(WEBHOOKS, endpointBody());
      return reply.status === 503 ? registerUntilServed() : reply;
    };
    const replies = await Promise.all(Array.from({ length: 24 }, registerUntilServed));
    await cloud.inject();
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(201), count(409)]).toEqual([16, 8]);
    const refused = replies.find(({ status }) => status === 409) as Reply;
    expect(errorOf(refused)).toEqual([409, "webhook_limit_reached", null]);
    const { data, total_count } = await partner.read(WEBHOOKS);
    expect([data.length, total_count]).toEqual([16, 16]);

    const { status } = await partner.call(`${WEBHOOKS}/${data[7].id}`, { method: "DELETE" });
    expect(status).toBe(200);
    expect((await partner.post(WEBHOOKS, endpointBody())).status).toBe(201);
    expect((await partner.post(WEBHOOKS, endpointBody())).status).toBe(409);
  });
});

describe("endpoint changes", () => {
  test("an update changes only the given fields, by the rules of registration", async () => {
    const { secret: _, ...endpoint } = await register({ description: "Books" });
    const { status, json } = await change(endpoint.id, { events: ["*"], url: "http://localhost:4998/" });
    expect([status, json]).toEqual([200, { ...endpoint, events: ["*"], url: "http://localhost:4998/" }]);
    expect(await partner.read(`${WEBHOOKS}/${endpoint.id}`)).toEqual(json);

    const refusals: [object, string, string | null][] = [
      [{}, "parameter_invalid", null],
      [{ url: "https://192.168.0.1/" }, "url_not_allowed", "url"],
      [{ events: ["nothing"] }, "event_type_unknown", "events[0]"],
      [{ status: "gone" }, "parameter_invalid", "status"],
      [{ secret: "whsec_mine" }, "parameter_unknown", "secret"],
    ];
    for (const [patch, code, param] of refusals)
      expect(errorOf(await change(endpoint.id, patch))).toEqual([400, code, param]);
    expect(await partner.read(`${WEBHOOKS}/${endpoint.id}`)).toEqual(json);
  });

  test("its owner can disable and enable an endpoint, and a disabled one takes no ping or replay", async () => {
    const { id } = await register();
    const off = await change(id, { status: "disabled" });
    expect(off.json).toMatchObject({ status: "disabled", disabled_reason: "partner" });
    const later = await change(id, { status: "disabled", description: "Still off" });
    expect(later.json).toEqual({ ...off.json, description: "Still off" });
    for (const [what, body] of [
      ["ping", {}],
      ["replay", { since: new Date(await cloud.now()).toISOString() }],
    ] as const)
      expect(errorOf(await partner.post(`${WEBHOOKS}/${id}/${what}`, body))).toEqual([
        409,
        "status_conflict",
        "id",
      ]);
    const on = await change(id, { status: "active" });
    expect(on.json).toMatchObject({ status: "active", disabled_reason: null, disabled_at: null });
    expect((await change(id, { status: "active" })).json).toEqual(on.json);
  });

  test("after a rotation the previous secret stays valid for a day or for the requested overlap", async () => {
    const { id, secret } = await register();
    const first = await rotate(id);
    expect(first.json.secret).not.toBe(secret);
    const { previous_secret_expires_at } = await partner.read(`${WEBHOOKS}/${id}`);
    const hours = (Date.parse(previous_secret_expires_at) - (await cloud.now())) / 3_600_000;
    expect(hours).toBeGreaterThan(23.5);
    expect(hours).toBeLessThanOrEqual(24);

    expect((await rotate(id, { overlap_seconds: 0 })).json.previous_secret_expires_at).toBeNull();
    await rotate(id, { overlap_seconds: 60 });
    await eventually(
      async () => (await partner.read(`${WEBHOOKS}/${id}`)).previous_secret_expires_at === null,
    );
    expect(errorOf(await rotate(id, { overlap_seconds: 604_801 }))).toEqual([
      400,
      "parameter_invalid",
      "overlap_seconds",
    ]);
  });

  test("a repeated rotation with one idempotency key changes no secret and returns none", async () => {
    const { id } = await register();
    const headers = { "idempotency-key": "rotate" };
    const { secret, ...shown } = (await rotate(id, {}, headers)).json;
    expect(secret).toMatch(/^whsec_/);
    const again = await rotate(id, {}, headers);
    expect([again.json, again.headers["idempotent-replayed"]]).toEqual([shown, "true"]);
  });

  test("a deleted endpoint is gone from reads and from the list", async () => {
    const { id } = await register();
    const deleted = await partner.call(`${WEBHOOKS}/${id}`, { method: "DELETE" });
    expect([deleted.status, deleted.json]).toEqual([200, { id, object: "webhook_endpoint", deleted: true }]);
    const again = await partner.call(`${WEBHOOKS}/${id}`, { method: "DELETE" });
    expect(errorOf(again)).toEqual([404, "resource_missing", "id"]);
    expect((await partner.read(WEBHOOKS)).data).toEqual([]);
  });

  test("another account's key and the other mode's key get 404 on every route of an endpoint", async () => {
    const { secret: _, ...endpoint } = await register();
    // No server listens at the URL, so the ping fails during the test and sets this field.
    const { failing_since: __, ...settled } = endpoint;
    const ping = await partner.made(`${WEBHOOKS}/${endpoint.id}/ping`, {});
    const live = await newPartner(cloud, { live: true, account: partner.accountId });
    await cloud.command("verify-account", { account: partner.accountId });
    await eventually(async () => (await live.get(WEBHOOKS)).status === 200);
    const path = `${WEBHOOKS}/${endpoint.id}`;
    const since = new Date(await cloud.now()).toISOString();
    const tries: [string, string, object?][] = [
      ["GET", path],
      ["PATCH", path, { status: "disabled" }],
      ["DELETE", path],
      ["POST", `${path}/rotate_secret`, {}],
      ["POST", `${path}/ping`],
      ["POST", `${path}/replay`, { since }],
      ["GET", `${path}/deliveries`],
      ["GET", `${path}/deliveries/${ping.id}`],
      ["POST", `${path}/deliveries/${ping.id}/resend`],
      ["GET", `/v1/events/${ping.event_id}`],
    ];
    for (const stranger of [await newPartner(cloud), live]) {
      for (const [method, target, json] of tries) {
        const { status, json: body } = await stranger.call(target, { method, ...(json && { json }) });
        expect([method, target, status, body.error.code]).toEqual([method, target, 404, "resource_missing"]);
      }
      expect((await stranger.read(WEBHOOKS)).total_count).toBe(0);
      expect((await stranger.read("/v1/events")).total_count).toBe(0);
    }
    expect(await partner.read(path)).toMatchObject(settled);
  });
});
