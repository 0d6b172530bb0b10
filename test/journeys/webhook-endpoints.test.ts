import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

let partner: Partner;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  partner = await newPartner(cloud);
});
afterEach(() => cloud.inject());

const WEBHOOKS = "/v1/webhooks";
/** No server listens here. */
const URL_HERE = "http://localhost:9/hooks";
const endpointBody = (more: object = {}) => ({ url: URL_HERE, events: ["payment.completed"], ...more });
const register = (more: object = {}) => partner.create(WEBHOOKS, endpointBody(more));
const rotate = (id: string, json: object = {}, headers = {}) =>
  partner.post(`${WEBHOOKS}/${id}/rotate_secret`, json, headers);

/** Everything that the cloud stores or logs: the files of the table, the queues and the logs. */
const everythingStored = () =>
  readdirSync(cloud.dataDir, { recursive: true, encoding: "utf8" })
    .map((file) => join(cloud.dataDir, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");

test("the first reply has the secret, later reads do not", async () => {
  const { secret, ...endpoint } = await register({ events: ["*"], description: "Books" });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
    object: "webhook_endpoint",
    livemode: false,
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
  const { json: first } = await partner.post(WEBHOOKS, endpointBody({ description: "look for me" }), headers);
  const { json: second } = await rotate(first.id, {}, headers);
  const everything = everythingStored();
  expect(everything).toContain("look for me");
  for (const { secret } of [first, second]) {
    expect(secret).toMatch(/^whsec_/);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secret.slice("whsec_".length));
  }
});

test("a registration with a URL that is not allowed gets a 400 and creates nothing", async () => {
  for (const [url, code] of [
    ["hooks.example.com", "url_invalid"],
    ["http://hooks.example.com/", "url_not_allowed"],
    ["https://nowhere.example.com/", "url_invalid"],
  ])
    expect(errorOf(await partner.post(WEBHOOKS, endpointBody({ url })))).toEqual([400, code, "url"]);
  expect((await partner.read(WEBHOOKS)).data).toEqual([]);
});

const change = (id: string, json: object) => partner.call(`${WEBHOOKS}/${id}`, { method: "PATCH", json });

describe("endpoint changes", () => {
  test("an update changes only the given fields, by the rules of registration", async () => {
    const { secret: _, ...endpoint } = await register({ description: "Books" });
    const { status, json } = await change(endpoint.id, { events: ["*"], url: "http://localhost:9/other" });
    expect([status, json]).toEqual([200, { ...endpoint, events: ["*"], url: "http://localhost:9/other" }]);
    expect(await partner.read(`${WEBHOOKS}/${endpoint.id}`)).toEqual(json);

    const cases: [object, string, string | null][] = [
      [{}, "parameter_invalid", null],
      [{ url: "https://192.168.0.1/" }, "url_not_allowed", "url"],
      [{ events: ["nothing"] }, "event_type_unknown", "events[0]"],
      [{ status: "gone" }, "parameter_invalid", "status"],
      [{ secret: "whsec_mine" }, "parameter_unknown", "secret"],
    ];
    for (const [patch, code, param] of cases)
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
});

test("a resend names its delivery, and is a conflict for a disabled endpoint", async () => {
  const path = `${WEBHOOKS}/${(await register()).id}`;
  const { id } = await partner.create(`${path}/ping`, {});
  const resend = (delivery: string) => partner.post(`${path}/deliveries/${delivery}/resend`, undefined);
  const accepted = await resend(id);
  expect([accepted.status, accepted.json.id]).toEqual([202, id]);
  expect(errorOf(await resend(`dlv_${"0".repeat(26)}`))).toEqual([404, "resource_missing", "delivery_id"]);
  await partner.call(path, { method: "PATCH", json: { status: "disabled" } });
  expect(errorOf(await resend(id))).toEqual([409, "status_conflict", "id"]);
});

test("a replay can start at any instant of the last 30 days", async () => {
  const { id: endpoint_id } = await register();
  const replay = (json: object) => partner.post(`${WEBHOOKS}/${endpoint_id}/replay`, json);
  const now = await cloud.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const since = at(-3_600_000);
  const { status, json } = await replay({ since: since.replace("Z", "+00:00") });
  expect([status, json]).toEqual([
    202,
    { object: "webhook_replay", livemode: false, endpoint_id, since, until: expect.any(String) },
  ]);
  expect(Date.parse(json.until)).toBeGreaterThanOrEqual(now);
  const day = 24 * 3_600_000;
  for (const wrong of [at(-30 * day), at(day), "yesterday"])
    expect(errorOf(await replay({ since: wrong }))).toEqual([400, "parameter_invalid", "since"]);
  expect(errorOf(await replay({}))).toEqual([400, "parameter_missing", "since"]);
});
