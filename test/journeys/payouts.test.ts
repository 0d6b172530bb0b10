import { afterEach, expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { payoutTo, expectPaidOnce, lifetimePayouts, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);
afterEach(() => cloud.inject());

const read = (id: string) => partner.read(`/v1/payments/${id}`);
const helped = (id: string, deed: string, body?: object) =>
  partner.post(`/v1/test_helpers/payments/${id}/${deed}`, body);
const payWithKey = (key: string, id: string, more: object = {}) =>
  partner.post(PAYOUTS, payoutTo(id, more), { "idempotency-key": key });

test("an instant payout completes in the request with a fee, and a standard one is free and takes 60 seconds", async () => {
  const { id } = await partner.driver();
  const instant = await partner.payout(id, { amount: 12_500 });
  const sent = { object: "payout", driver_id: id, method: "instant", currency: "usd", livemode: false };
  const amounts = { amount: 12_500, fee: 188, net_amount: 12_312 };
  expect(instant).toMatchObject({
    ...sent,
    ...amounts,
    status: "completed",
    failure_code: null,
    id: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
    completed_at: instant.created_at,
  });
  expect(await read(instant.id)).toEqual(instant);
  const fields = { method: "standard", description: "Week 47", metadata: { a: "b" } };
  const payout = await partner.payout(id, fields);
  const pending = { status: "pending", fee: 0, net_amount: 10_000, completed_at: null };
  expect(payout).toMatchObject({ ...fields, ...pending });
  await cloud.advance("62s");
  const { status, completed_at, created_at } = await read(payout.id);
  expect(status).toBe("completed");
  expect(Date.parse(completed_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(59_500);
  expect(await lifetimePayouts(partner, id)).toBe(22_500);
});

test("a payout to a bank account that returns it fails, at once or when it is due, and counts nowhere", async () => {
  const { id } = await partner.driver();
  await partner.bankAccount(id, "1113");
  const failed = { status: "failed", failure_code: "account_closed", completed_at: null };
  expect(await partner.payout(id)).toMatchObject(failed);
  const standard = await partner.payout(id, { method: "standard" });
  expect(standard).toMatchObject({ status: "pending", failure_code: null });
  await cloud.advance("62s");
  expect(await read(standard.id)).toMatchObject(failed);
  expect(await lifetimePayouts(partner, id)).toBe(0);
});

test("a test helper lets a payout fail with the given reason, and without one with account_closed", async () => {
  const { id: driver } = await partner.driver();
  const { id } = await partner.payout(driver, { method: "standard" });
  const unknown = await helped(id, "fail", { failure_code: "bored" });
  expect(errorOf(unknown)).toEqual([400, "parameter_invalid", "failure_code"]);
  const failed = (await helped(id, "fail", { failure_code: "account_frozen" })).json;
  expect(failed).toMatchObject({ status: "failed", failure_code: "account_frozen" });
  expect(failed.failed_at).toEqual(expect.any(String));
  const other = await partner.payout(driver, { method: "standard" });
  expect((await helped(other.id, "fail")).json.failure_code).toBe("account_closed");
});

test("a pending payout is canceled for good, and its timer changes nothing", async () => {
  const cancel = (id: string) => partner.post(`/v1/payments/${id}/cancel`, undefined);
  const { id: driver } = await partner.driver();
  const { id } = await partner.payout(driver, { method: "standard" });
  const { status, json } = await cancel(id);
  expect([status, json.status, json.fee_refunded, json.completed_at]).toEqual([200, "canceled", 0, null]);
  expect(json.canceled_at).toEqual(expect.any(String));
  await cloud.advance("5m");
  expect(await read(id)).toEqual(json);
  const list = await partner.read(`/v1/payments?driver_id=${driver}&status=canceled`);
  expect([list.data, list.total_count, await lifetimePayouts(partner, driver)]).toEqual([[json], 1, 0]);
  expect(errorOf(await cancel((await partner.payout(driver)).id))).toEqual([409, "status_conflict", "id"]);
});

test("the key can be in the header or in the body, and two different keys are an error", async () => {
  const { id } = await partner.driver();
  const first = await partner.post(PAYOUTS, payoutTo(id, { idempotency_key: "body-or-header" }));
  for (const key of ["body-or-header", '"body-or-header"']) {
    const again = await payWithKey(key, id, { method: "instant", metadata: {} });
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
  }
  const both = await payWithKey("one", id, { idempotency_key: "another" });
  expect(errorOf(both)).toEqual([400, "idempotency_key_mismatch", "idempotency_key"]);
  expect(errorOf(await payWithKey("spa ce", id))).toEqual([400, "parameter_invalid", "Idempotency-Key"]);
  expect((await payWithKey("refused", id, { amount: 5 })).status).toBe(400);
  expect((await payWithKey("refused", id)).status).toBe(201);
});

test("a request with reordered fields is replayed, one with another value is a conflict, and metadata keeps any name", async () => {
  const { id } = await partner.driver();
  const names = '{"constructor":"a","__proto__":"b","toString":"c"}';
  const send = (body: string) =>
    partner.call(PAYOUTS, {
      body,
      headers: { "content-type": "application/json", "idempotency-key": "meaning" },
    });
  const first = await send(`{"driver_id":"${id}","amount":10000,"currency":"usd","metadata":${names}}`);
  expect([first.status, first.text]).toEqual([201, expect.stringContaining(`"metadata":${names}`)]);
  const reordered = `{"metadata":{"toString":"c","constructor":"a","__proto__":"b"},"currency":"usd" , "amount":1e4,"driver_id":"${id}"}`;
  expect((await send(reordered)).text).toBe(first.text);
  for (const path of [`/v1/payments/${first.json.id}`, `/v1/events?object_id=${first.json.id}`])
    expect((await partner.get(path)).text).toContain(`"metadata":${names}`);
  const changed = await send(reordered.replace('"__proto__":"b"', '"__proto__":"z"'));
  expect(errorOf(changed)).toEqual([409, "idempotency_key_reused", "Idempotency-Key"]);
});

test("without a key, a lost DynamoDB response still results in one payout and a 201", async () => {
  const { id } = await partner.driver();
  await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
  expect((await partner.post(PAYOUTS, payoutTo(id))).status).toBe(201);
  await expectPaidOnce(partner, id);
});
