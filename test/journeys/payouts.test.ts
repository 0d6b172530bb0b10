import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { asked, expectPaidOnce, lifetimePayouts, PAYOUTS, payoutStatus } from "../support/partner/payouts.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

let cloud: Cloud;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud(FAST_CLOCK);
  partner = await newPartner(cloud);
});
afterEach(() => cloud.inject());
afterAll(endClouds);

describe("a payout", () => {
  test("by the instant method is completed in the request, for the greater of 25 cents and 1.5 %", async () => {
    const { id } = await partner.driver();
    for (const [amount, fee] of [
      [100, 25],
      [1_667, 25],
      [1_700, 26],
      [12_500, 188],
      [1_000_000, 15_000],
    ] as const) {
      const payout = await partner.payout(id, { amount });
      expect(payout).toMatchObject({
        object: "payout",
        status: "completed",
        method: "instant",
        currency: "usd",
        amount,
        fee,
        net_amount: amount - fee,
        driver_id: id,
        completed_at: payout.created_at,
        failure_code: null,
      });
      expect(payout.id).toMatch(/^pay_[0-9a-z]{26}$/);
      expect(await partner.read(`/v1/payments/${payout.id}`)).toEqual(payout);
    }
  });

  test("by the standard method is free, pending, and completed after 60 seconds", async () => {
    const { id } = await partner.driver();
    const payout = await partner.payout(id, {
      method: "standard",
      description: "Week 47",
      metadata: { a: "b" },
    });
    expect(payout).toMatchObject({
      status: "pending",
      fee: 0,
      net_amount: 10_000,
      completed_at: null,
      description: "Week 47",
      metadata: { a: "b" },
    });
    await eventually(async () => (await payoutStatus(partner, payout.id)) === "completed");
    const { completed_at, created_at } = await partner.read(`/v1/payments/${payout.id}`);
    expect(Date.parse(completed_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(59_500);
    expect(await lifetimePayouts(partner, id)).toBe(10_000);
  });

  test.each([
    ["1113", "account_closed"],
    ["1116", "no_account"],
    ["2227", "insufficient_funds"],
  ])("to a bank account ending %s fails: %s", async (ending, failure_code) => {
    const { id } = await partner.driver();
    await partner.bankAccount(id, ending);
    const failed = { status: "failed", failure_code, completed_at: null };
    expect(await partner.payout(id)).toMatchObject(failed);
    const standard = await partner.payout(id, { method: "standard" });
    expect(standard).toMatchObject({ status: "pending", failure_code: null });
    await eventually(async () => (await payoutStatus(partner, standard.id)) === "failed");
    expect(await partner.read(`/v1/payments/${standard.id}`)).toMatchObject(failed);
    expect(await lifetimePayouts(partner, id)).toBe(0);
  });

  test("to a bank account ending 0009 completes, and is given back 120 seconds later", async () => {
    const { id } = await partner.driver();
    await partner.bankAccount(id, "0009");
    const payout = await partner.payout(id);
    const standard = await partner.payout(id, { method: "standard" });
    expect(payout.status).toBe("completed");
    for (const { id } of [payout, standard]) {
      await eventually(async () => (await payoutStatus(partner, id)) === "refunded");
    }
    expect(await lifetimePayouts(partner, id)).toBe(0);
  });

  test("goes to the driver's newest bank account", async () => {
    const { id } = await partner.driver();
    await partner.bankAccount(id, "1113");
    await partner.bankAccount(id, "6789");
    expect((await partner.payout(id)).status).toBe("completed");
  });

  test("is refused when it breaks a rule, and the parameter is named", async () => {
    const { id } = await partner.driver();
    const cases: [object, number, string, string][] = [
      [{ amount: 99 }, 400, "amount_too_small", "amount"],
      [{ amount: -5 }, 400, "amount_too_small", "amount"],
      [{ amount: 0 }, 400, "amount_too_small", "amount"],
      [{ amount: -1e20 }, 400, "amount_too_small", "amount"],
      [{ amount: -0.5 }, 400, "parameter_invalid", "amount"],
      [{ amount: 100.5 }, 400, "parameter_invalid", "amount"],
      [{ amount: "100" }, 400, "parameter_invalid", "amount"],
      [{ amount: 1_000_001 }, 400, "parameter_invalid", "amount"],
      [{ amount: 1e20 }, 400, "parameter_invalid", "amount"],
      [{ amount: undefined }, 400, "parameter_missing", "amount"],
      [{ currency: "eur" }, 400, "currency_not_supported", "currency"],
      [{ currency: "USD" }, 400, "parameter_invalid", "currency"],
      [{ method: "fast" }, 400, "parameter_invalid", "method"],
      [{ driver_id: `drv_${"0".repeat(26)}` }, 404, "resource_missing", "driver_id"],
      [{ driver_id: "drv_none" }, 400, "parameter_invalid", "driver_id"],
      [{ metadata: { foo: 5 } }, 400, "parameter_invalid", "metadata.foo"],
      [{ metadata: { foo: "x".repeat(501) } }, 400, "parameter_invalid", "metadata.foo"],
      [{ metadata: { ["k".repeat(41)]: "x" } }, 400, "parameter_invalid", `metadata.${"k".repeat(41)}`],
      [
        { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, "x"])) },
        400,
        "parameter_invalid",
        "metadata",
      ],
      [{ tip: 5 }, 400, "parameter_unknown", "tip"],
    ];
    for (const [more, ...expected] of cases) {
      expect(errorOf(await partner.post(PAYOUTS, asked(id, more)))).toEqual(expected);
    }
    expect((await partner.read(`/v1/payments?driver_id=${id}`)).total_count).toBe(0);
  });

  test.each([1_000_001, 100_000_001, 1e20])(
    "of %d cents is told the most that its key may pay",
    async (amount) => {
      const { id } = await partner.driver();
      const { error } = (await partner.post(PAYOUTS, asked(id, { amount }))).json;
      expect(error.message).toBe("`amount` must be at most 1000000, in cents.");
    },
  );
});

describe("a payout with an idempotency key", () => {
  const repeated = (key: string, id: string, more: object = {}) =>
    partner.post(PAYOUTS, asked(id, more), { "idempotency-key": key });

  test("is made once of 200 at once, and all are told the same, byte for byte", async () => {
    const { id } = await partner.driver();
    await cloud.inject({ kind: "conflict", action: "dynamodb:TransactWriteItems", share: 0.2 });
    // Like any good client, each tries again with the same key when it is told that it was too often or too much.
    const insisted = async () => {
      for (;;) {
        const reply = await repeated("once", id);
        if (reply.status !== 503) return reply;
      }
    };
    const replies = await Promise.all(Array.from({ length: 200 }, insisted));
    await cloud.inject();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    await expectPaidOnce(partner, id);
  });

  test("may name it in the header or in the body, which is the same name", async () => {
    const { id } = await partner.driver();
    const first = await partner.post(PAYOUTS, asked(id, { idempotency_key: "body-or-header" }));
    const again = await repeated("body-or-header", id);
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    const both = await repeated("one", id, { idempotency_key: "another" });
    expect(errorOf(both)).toEqual([400, "idempotency_key_mismatch", "idempotency_key"]);
    expect(errorOf(await repeated("spa ce", id))).toEqual([400, "parameter_invalid", "Idempotency-Key"]);
  });

  test("is compared by what it means: order does not matter, a value does", async () => {
    const { id } = await partner.driver();
    const first = await repeated("meaning", id, { metadata: { a: "1", b: "2" } });
    const reordered = `{"metadata":{"b":"2","a":"1"},"currency":"usd" , "amount":1e4,"driver_id":"${id}"}`;
    const again = await partner.call(PAYOUTS, {
      method: "POST",
      body: reordered,
      headers: { "content-type": "application/json", "idempotency-key": "meaning" },
    });
    expect(again.text).toBe(first.text);
    const changed = await repeated("meaning", id, { metadata: { a: "1", b: "3" } });
    expect(errorOf(changed)).toEqual([409, "idempotency_key_reused", "Idempotency-Key"]);
  });

  test("belongs to the account: another may use the same", async () => {
    const stranger = await newPartner(cloud);
    const [mine, theirs] = [await partner.driver(), await stranger.driver()];
    const first = await repeated("common", mine.id);
    const other = await stranger.post(PAYOUTS, asked(theirs.id), { "idempotency-key": "common" });
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.json.id).not.toBe(first.json.id);
  });

  test("is not remembered when it was refused", async () => {
    const { id } = await partner.driver();
    expect((await repeated("refused", id, { amount: 5 })).status).toBe(400);
    expect((await repeated("refused", id)).status).toBe(201);
  });

  test("and without one, a lost answer of the table is still one payout and a good reply", async () => {
    const { id } = await partner.driver();
    await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
    expect((await partner.post(PAYOUTS, asked(id))).status).toBe(201);
    await expectPaidOnce(partner, id);
  });
});
