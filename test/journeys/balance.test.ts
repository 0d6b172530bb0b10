import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const LIST = "/v1/balance_transactions";
const FUND = "/v1/test_helpers/balance/fund";
const START = 100_000_000;

const enforce = (partner: Partner, enforce_balance: boolean) =>
  partner.call("/v1/account", { method: "PATCH", json: { enforce_balance } });
const shown = ({ data }: Json) => data.map(({ type, amount }: Json) => [type, amount]);

describe("a sandbox's balance", () => {
  test("it follows each payout, and the movements of all payouts and fundings add up to it", async () => {
    const partner = await newPartner(cloud);
    const balance = async () => {
      const { available, pending } = await partner.read("/v1/balance");
      return [available, pending];
    };
    expect(await partner.read("/v1/balance")).toEqual({
      object: "balance",
      available: START,
      pending: 0,
      currency: "usd",
      livemode: false,
    });
    expect(await partner.read(LIST)).toMatchObject({ data: [], total_count: 0 });

    const { id: driver } = await partner.driver();
    const instant = await partner.payout(driver);
    expect(await balance()).toEqual([START - 10_000, 0]);
    const standard = await partner.payout(driver, { method: "standard", amount: 5_000 });
    expect(await balance()).toEqual([START - 15_000, 5_000]);
    await partner.post(`/v1/payments/${standard.id}/cancel`, undefined);
    expect(await balance()).toEqual([START - 10_000, 0]);
    const refunded = await partner.post(`/v1/test_helpers/payments/${instant.id}/refund`, undefined);
    expect(refunded.json).toMatchObject({ refunded_amount: 10_000, fee_refunded: 150 });
    expect(await balance()).toEqual([START, 0]);
    const funding = await partner.create(FUND, { amount: 2_500, reference: "wire 7" });
    expect(await balance()).toEqual([START + 2_500, 0]);

    const all = await partner.read(LIST);
    expect(shown(all)).toEqual([
      ["funding", 2_500],
      ["payout_refunded", 10_000],
      ["payout_canceled", 5_000],
      ["payout_created", -5_000],
      ["payout_completed", -10_000],
      ["funding", START],
    ]);
    expect(all.total_count).toBe(6);
    expect(all.data[0]).toEqual(funding);
    expect(funding).toMatchObject({
      postings: [{ from: "outside", to: "funds", amount: 2_500 }],
      source: "wire 7",
      sequence: 1,
    });
    expect(all.data[1].postings).toEqual([
      { from: `driver:${driver}`, to: "funds", amount: 9_850 },
      { from: "fees", to: "funds", amount: 150 },
    ]);
    expect(await partner.read(`${LIST}/${funding.id}`)).toEqual(funding);
    const newest = await partner.read(`${LIST}?payout=${instant.id}`);
    expect([shown(newest), newest.total_count]).toEqual([
      [
        ["payout_refunded", 10_000],
        ["payout_completed", -10_000],
      ],
      2,
    ]);
    const ofType = await partner.read(`${LIST}?type=funding&limit=1`);
    expect([shown(ofType), ofType.has_more, ofType.total_count]).toEqual([[["funding", 2_500]], true, 2]);
    const page = await partner.read(`${LIST}?driver_id=${driver}&limit=1`);
    const rest = await partner.read(`${LIST}?driver_id=${driver}&starting_after=${page.data[0].id}`);
    expect(shown({ data: [...page.data, ...rest.data] })).toEqual([
      ["payout_canceled", 5_000],
      ["payout_created", -5_000],
      ["payout_refunded", 10_000],
      ["payout_completed", -10_000],
    ]);
    expect([page.has_more, rest.has_more, page.total_count]).toEqual([true, false, 4]);
  });

  test("a funding with the idempotency key of an earlier one moves nothing, and gets its answer", async () => {
    const partner = await newPartner(cloud);
    const once = { "idempotency-key": "fund-1" };
    const [first, again] = [
      await partner.post(FUND, { amount: 700 }, once),
      await partner.post(FUND, { amount: 700 }, once),
    ];
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await partner.read("/v1/balance")).available).toBe(START + 700);
    expect((await partner.read(LIST)).total_count).toBe(2);
  });

  test("one account does not see another's movements, and filters that exclude each other are refused", async () => {
    const [mine, theirs] = [await newPartner(cloud), await newPartner(cloud)];
    const { id } = await theirs.create(FUND, { amount: 700 });
    expect(errorOf(await mine.get(`${LIST}/${id}`))).toEqual([404, "resource_missing", "id"]);
    expect((await mine.read(LIST)).total_count).toBe(0);
    const unknown = `pay_${"0".repeat(26)}`;
    expect(await mine.read(`${LIST}?payout=${unknown}`)).toMatchObject({ data: [], total_count: 0 });
    const both = `${LIST}?payout=${unknown}&type=funding`;
    expect(errorOf(await mine.get(both))).toEqual([400, "parameter_invalid", "payout"]);
    for (const amount of [0, -1, 0.5, 100_000_000_001, "1"])
      expect(errorOf(await mine.post(FUND, { amount }))).toEqual([400, "parameter_invalid", "amount"]);
  });

  test("it is enforced while the account says so", async () => {
    const partner = await newPartner(cloud);
    const patch = async (enforce_balance: boolean) => {
      const { json } = await enforce(partner, enforce_balance);
      expect(await partner.read("/v1/account")).toEqual(json);
      return json.enforce_balance;
    };
    expect((await partner.read("/v1/account")).enforce_balance).toBe(false);
    expect([await patch(true), await patch(true), await patch(false)]).toEqual([true, true, false]);
    expect((await partner.read("/v1/balance")).available).toBe(START);
  });

  test("live mode starts without money, always enforces the balance, and has no test helper", async () => {
    const live = await newPartner(cloud, { live: true });
    await cloud.command("verify-account", { account: live.accountId });
    const off = await enforce(live, false);
    expect(errorOf(off)).toEqual([400, "parameter_invalid", "enforce_balance"]);
    expect((await enforce(live, true)).status).toBe(200);
    expect(await live.read("/v1/account")).toMatchObject({ enforce_balance: true });
    expect(await live.read("/v1/balance")).toMatchObject({ available: 0, pending: 0, livemode: true });
    expect((await live.post(FUND, { amount: 700 })).status).toBe(404);
  });
});
