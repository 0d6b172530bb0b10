import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { registerEndpoint, rotateSecret, WEBHOOKS } from "../support/partner/endpoints.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

let partner: Partner;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  partner = await newPartner(cloud);
});
afterEach(() => cloud.inject());

const register = (more: object = {}) => registerEndpoint(partner, more);
const change = (id: string, json: object) => partner.call(`${WEBHOOKS}/${id}`, { method: "PATCH", json });
const rotate = (id: string, json: object = {}, headers = {}) => rotateSecret(partner, id, json, headers);

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

  test("a deleted endpoint is gone from reads and from the list", async () => {
    const { id } = await register();
    const deleted = await partner.call(`${WEBHOOKS}/${id}`, { method: "DELETE" });
    expect([deleted.status, deleted.json]).toEqual([200, { id, object: "webhook_endpoint", deleted: true }]);
    const again = await partner.call(`${WEBHOOKS}/${id}`, { method: "DELETE" });
    expect(errorOf(again)).toEqual([404, "resource_missing", "id"]);
    expect((await partner.read(WEBHOOKS)).data).toEqual([]);
  });
});
