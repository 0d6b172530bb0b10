import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import type { EventType } from "../../shared/domain/event/event-type.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

let partner: Partner;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  partner = await newPartner(cloud);
});

const events = (query = "") => partner.read(`/v1/events?limit=100${query}`);
const typesOf = ({ data }: Json): EventType[] => data.map(({ type }: Json) => type);

describe("events", () => {
  test("each change emits exactly one event with the catalogue's type and fields", async () => {
    const driver = await partner.driver();
    await partner.call(`/v1/drivers/${driver.id}`, { method: "PATCH", json: { email: "b@example.com" } });
    const account = await partner.bankAccount(driver.id, "6789");
    const paid = await partner.payout(driver.id);
    await partner.call(`/v1/test_helpers/payments/${paid.id}/refund`, { method: "POST" });
    await partner.bankAccount(driver.id, "1113");
    const failed = await partner.payout(driver.id);

    const list = await events();
    expect(typesOf(list)).toEqual([
      "payment.failed",
      "driver.bank_account.added",
      "payment.refunded",
      "payment.completed",
      "driver.bank_account.added",
      "driver.updated",
      "driver.created",
    ]);
    expect(list).toMatchObject({ object: "list", has_more: false, total_count: 7 });
    for (const event of list.data) {
      expect(Object.keys(event)).toEqual(["id", "type", "created_at", "data"]);
      const { shape } = catalogue[event.type as EventType].data;
      expect(Object.keys(event.data).sort()).toEqual(Object.keys(shape).sort());
    }
    const dataOf = (index: number) => list.data[index].data;
    expect(dataOf(0)).toEqual({ ...failed, sequence: 1 });
    const refunded = {
      status: "refunded",
      fee_refunded: 150,
      refunded_amount: 10_000,
      refunded_at: expect.any(String),
    };
    expect(dataOf(2)).toEqual({ ...paid, ...refunded, sequence: 2 });
    expect(dataOf(3)).toEqual({ ...paid, sequence: 1 });
    expect(dataOf(4)).toEqual({
      id: account.id,
      object: "bank_account",
      driver_id: driver.id,
      status: "verified",
      sequence: 1,
      livemode: false,
    });
    expect(dataOf(5)).toEqual({
      id: driver.id,
      object: "driver",
      status: "active",
      livemode: false,
      sequence: 2,
      changed: ["email"],
    });
    expect(JSON.stringify(list)).not.toMatch(/example\.com|"(Ana|6789|1113)"/);
  });
});

describe("deliveries of an endpoint", () => {
  let path: string;
  let endpoint: string;
  beforeEach(async () => {
    const made = await partner.create("/v1/webhooks", { url: "http://localhost:9/", events: ["*"] });
    endpoint = made.id;
    path = `/v1/webhooks/${endpoint}`;
  });
  const ping = () => partner.create(`${path}/ping`, {});
  const resend = (id: string, headers = {}) =>
    partner.call(`${path}/deliveries/${id}/resend`, { method: "POST", headers });

  test("a resend happens once for an idempotency key, and is a conflict for a disabled endpoint", async () => {
    const { id } = await ping();
    const headers = { "idempotency-key": "again" };
    const accepted = await resend(id, headers);
    expect([accepted.status, accepted.json.id]).toEqual([202, id]);
    const again = await resend(id, headers);
    expect([again.status, again.text, again.headers["idempotent-replayed"]]).toEqual([
      202,
      accepted.text,
      "true",
    ]);
    expect(errorOf(await resend(`dlv_${"0".repeat(26)}`))).toEqual([404, "resource_missing", "delivery_id"]);
    await partner.call(path, { method: "PATCH", json: { status: "disabled" } });
    expect(errorOf(await resend(id))).toEqual([409, "status_conflict", "id"]);
  });

  test("a replay can start at any instant of the last 30 days", async () => {
    const now = await cloud.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const since = at(-3_600_000);
    const { status, json } = await partner.post(`${path}/replay`, { since: since.replace("Z", "+00:00") });
    expect([status, json]).toEqual([
      202,
      { object: "webhook_replay", livemode: false, endpoint_id: endpoint, since, until: expect.any(String) },
    ]);
    expect(Date.parse(json.until)).toBeGreaterThanOrEqual(now);
    const day = 24 * 3_600_000;
    for (const wrong of [at(-30 * day), at(day), "yesterday"])
      expect(errorOf(await partner.post(`${path}/replay`, { since: wrong }))).toEqual([
        400,
        "parameter_invalid",
        "since",
      ]);
    expect(errorOf(await partner.post(`${path}/replay`, {}))).toEqual([400, "parameter_missing", "since"]);
  });
});
