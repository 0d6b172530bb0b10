import { expect, test } from "@jest/globals";
import * as z from "zod/mini";
import type { Json } from "../../infra/local/test/support/http.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import type { EventType } from "../../shared/domain/event/event-type.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { AGREE } from "../support/partner/savings.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);

const driver = await partner.driver();
await partner.call(`/v1/drivers/${driver.id}`, { method: "PATCH", json: { email: "b@example.com" } });
const account = await partner.bankAccount(driver.id, "6789");
const paid = await partner.payout(driver.id);
await partner.call(`/v1/test_helpers/payments/${paid.id}/refund`, { method: "POST" });
await partner.bankAccount(driver.id, "1113");
const failed = await partner.payout(driver.id);
const list = await partner.read("/v1/events?limit=100");

/** The fields that each event of a type has. */
const fieldsOf = (type: EventType) =>
  Object.entries(catalogue[type].data.shape)
    .filter(([, field]) => !(field instanceof z.ZodMiniOptional))
    .map(([name]) => name);

test("each change emits exactly one event with the catalogue's type and fields", () => {
  expect(list.data.map(({ type }: Json) => type)).toEqual([
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
    expect(Object.keys(event.data).sort()).toEqual(fieldsOf(event.type).sort());
  }
  expect(JSON.stringify(list)).not.toMatch(/example\.com|"(Ana|6789|1113)"/);
});

test("an event has its object as the change left it", () => {
  const [failure, , refund, completion, added, update] = list.data.map(({ data }: Json) => data);
  const refunded = {
    status: "refunded",
    refund_reason: "returned",
    refunded_at: expect.any(String),
    refunded_amount: 10_000,
    fee_refunded: 150,
  };
  const verified = { id: account.id, object: "bank_account", driver_id: driver.id, status: "verified" };
  const active = { id: driver.id, object: "driver", status: "active", changed: ["email"] };
  expect([failure, refund, completion, added, update]).toEqual([
    { ...failed, sequence: 1 },
    { ...paid, ...refunded, sequence: 2 },
    { ...paid, sequence: 1 },
    { ...verified, livemode: false, sequence: 1 },
    { ...active, livemode: false, sequence: 2 },
  ]);
});

test("an object has the sequence of its last event, in each reply", async () => {
  const other = await newPartner(cloud);
  const { id, sequence } = await other.driver();
  const rename = (first_name: string) =>
    other.call(`/v1/drivers/${id}`, { method: "PATCH", json: { first_name } });
  const replies = [await rename("Bea"), await rename("Bea"), await rename("Cleo")];
  expect([sequence, ...replies.map(({ json }) => json.sequence)]).toEqual([1, 2, 2, 3]);

  const savings: Json[] = [await other.create(`/v1/drivers/${id}/savings`, {})];
  for (const json of [AGREE, { act: "save_elsewhere", amount: 100 }, { act: "end" }])
    savings.push(await other.create(`/v1/test_helpers/savings/${id}/act`, json));
  expect(savings.map((each) => each.sequence)).toEqual([0, 1, 1, 2]);

  const { data } = await other.read("/v1/events?limit=100");
  const last = (of: string) => data.find((event: Json) => event.data.id === of)?.data.sequence;
  const read = async (path: string) => (await other.read(path)).sequence;
  expect([await read(`/v1/drivers/${id}`), await read(`/v1/drivers/${id}/savings`)]).toEqual([
    last(id),
    last(savings[0].id),
  ]);
});
