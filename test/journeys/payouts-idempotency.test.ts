import { afterEach, expect, jest, test } from "@jest/globals";
import { operations } from "../../shared/contract/service.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import type { Requests } from "../support/partner/keyed-request.ts";
import { keyedRequests } from "../support/partner/keyed-requests.ts";
import { asked, expectPaidOnce, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner, untilAllowed } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);
afterEach(() => cloud.inject());

const payWithKey = (key: string, id: string, more: object = {}) =>
  partner.post(PAYOUTS, asked(id, more), { "idempotency-key": key });

test("the key can be in the header or in the body, and two different keys are an error", async () => {
  const { id } = await partner.driver();
  const first = await partner.post(PAYOUTS, asked(id, { idempotency_key: "body-or-header" }));
  for (const key of ["body-or-header", '"body-or-header"']) {
    const again = await payWithKey(key, id, { method: "instant", metadata: {} });
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
  }
  const both = await payWithKey("one", id, { idempotency_key: "another" });
  expect(errorOf(both)).toEqual([400, "idempotency_key_mismatch", "idempotency_key"]);
  expect(errorOf(await payWithKey("spa ce", id))).toEqual([400, "parameter_invalid", "Idempotency-Key"]);
});

test("a request with reordered fields is replayed, one with another value is a conflict", async () => {
  const { id } = await partner.driver();
  const first = await payWithKey("meaning", id, { metadata: { a: "1", b: "2" } });
  const reordered = `{"metadata":{"b":"2","a":"1"},"currency":"usd" , "amount":1e4,"driver_id":"${id}"}`;
  const again = await partner.call(PAYOUTS, {
    method: "POST",
    body: reordered,
    headers: { "content-type": "application/json", "idempotency-key": "meaning" },
  });
  expect(again.text).toBe(first.text);
  const changed = await payWithKey("meaning", id, { metadata: { a: "1", b: "3" } });
  expect(errorOf(changed)).toEqual([409, "idempotency_key_reused", "Idempotency-Key"]);
});

test("a rejected request does not use up its key", async () => {
  const { id } = await partner.driver();
  expect((await payWithKey("refused", id, { amount: 5 })).status).toBe(400);
  expect((await payWithKey("refused", id)).status).toBe(201);
});

test("without a key, a lost DynamoDB response still results in one payout and a 201", async () => {
  const { id } = await partner.driver();
  await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
  expect((await partner.post(PAYOUTS, asked(id))).status).toBe(201);
  await expectPaidOnce(partner, id);
});

test("each operation that creates or moves something gives its first reply again, less a secret", async () => {
  const requests = await keyedRequests(cloud);
  const sent = jest.spyOn(cloud, "call");
  const posts = operations.filter(({ scope, method }) => scope && method === "POST");
  for (const { name } of posts) {
    const first = await untilAllowed(cloud, async () => (requests[name] as Requests[string]).ask());
    const [path, call] = sent.mock.calls.at(-1) as Parameters<typeof cloud.call>;
    const again = await untilAllowed(cloud, () => cloud.call(path, call));
    const { secret, ...shown } = first.json;
    expect([name, again.headers["idempotent-replayed"], again.json]).toEqual([name, "true", shown]);
    if (!secret) expect([name, again.status, again.text]).toEqual([name, first.status, first.text]);
  }
});
