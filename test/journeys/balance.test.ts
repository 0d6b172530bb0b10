import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { enforce, FUND, leaveOnly } from "../support/partner/balance.ts";
import { payoutTo, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";
import { closedDay } from "../support/partner/settled-day.ts";

const cloud = await sharedCloud();
const LIST = "/v1/balance_transactions";
const START = 100_000_000;

const shown = ({ data }: Json) => data.map(({ type, amount }: Json) => [type, amount]);

const TEN = ["--amount", "10"];

describe("a sandbox's balance", () => {
  test("its transactions are found by payout, by type, and by driver page by page", async () => {
    const partner = await newPartner(cloud);
    const { id: driver } = await partner.driver();
    const instant = await partner.payout(driver);
    const standard = await partner.payout(driver, { method: "standard", amount: 5_000 });
    await partner.post(`/v1/payments/${standard.id}/cancel`, undefined);
    const list = (query: string) => partner.read(`${LIST}?${query}`);
    expect(shown(await list(`payout=${instant.id}`))).toEqual([["payout_completed", -10_000]]);
    expect(shown(await list("type=payout_canceled&limit=1"))).toEqual([["payout_canceled", 5_000]]);
    const page = await list(`driver_id=${driver}&limit=1`);
    const rest = await list(`driver_id=${driver}&starting_after=${page.data[0].id}`);
    expect(shown({ data: [...page.data, ...rest.data] })).toEqual([
      ["payout_canceled", 5_000],
      ["payout_created", -5_000],
      ["payout_completed", -10_000],
    ]);
    const both = await partner.get(`${LIST}?payout=${instant.id}&type=funding`);
    expect(errorOf(both)).toEqual([400, "parameter_invalid", "payout"]);
  });

  test("a payout above it is refused while it is enforced, and paid with the same key after a funding", async () => {
    const partner = await newPartner(cloud);
    const { id } = await partner.driver();
    await leaveOnly(partner, 9_999);
    const pay = () => partner.post(PAYOUTS, payoutTo(id), { "idempotency-key": "rent" });
    const available = async () => (await partner.read("/v1/balance")).available;
    expect(errorOf(await pay())).toEqual([409, "balance_insufficient", "amount"]);
    expect((await partner.read("/v1/payments")).total_count).toBe(0);
    await partner.create(FUND, { amount: 1 });
    const paid = await pay();
    expect([paid.status, (await pay()).text, await available()]).toEqual([201, paid.text, 0]);
    await enforce(partner, false);
    const { status } = await partner.payout(id);
    expect([status, await available()]).toEqual(["completed", -10_000]);
    await enforce(partner, true);
    const { data } = await partner.read(`${LIST}?type=overdraft_cleared`);
    expect(shown({ data })).toEqual([["overdraft_cleared", 10_000]]);
    expect(await available()).toBe(0);
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

describe("a day's settlement", () => {
  const LIST = "/v1/settlements";
  const whyNot = async (partner: Partner, date: string) => {
    const reply = await partner.get(`${LIST}/${date}`);
    expect(errorOf(reply)).toEqual([404, "resource_missing", "date"]);
    return reply.json.error.message;
  };

  test("a day without one says why", async () => {
    const partner = await newPartner(cloud);
    const { id: driver } = await partner.driver();
    const [early, missing] = ["2020-02-28", "2020-02-30"];
    expect(await whyNot(partner, early)).toBe(
      `No money had moved by ${early}, so it has no settlement. Check the date and the key's mode.`,
    );
    await whyNot(partner, missing);
    await partner.payout(driver);
    const day = await closedDay(partner);
    await whyNot(await newPartner(cloud), day);
    for (const query of ["?starting_after=today", `/${day}?starting_after=1`])
      expect(errorOf(await partner.get(LIST + query))).toEqual([400, "parameter_invalid", "starting_after"]);
  });
});

describe("an operator", () => {
  const ops = (...args: string[]) => opsWith({}, "balance", ...args, "--url", cloud.url);
  const reason = ["--reason", "Ticket 17: as the bank says"];
  const correct = (partner: Partner, id: string, from: string, to: string, ...more: string[]) =>
    ops("correct", partner.accountId, "--transaction-id", id, "--from", from, "--to", to, ...more);

  test("books a transfer in live mode once, by its reference", async () => {
    const live = await newPartner(cloud, { live: true });
    await cloud.command("verify-account", { account: live.accountId });
    const credit = (amount: string, ...more: string[]) =>
      ops("credit", live.accountId, "--amount", amount, "--reference", "wire 42", ...reason, ...more);
    expect((await credit("250000", "--dry-run")).stdout).toContain(
      "$2,500 would be added to the live balance",
    );
    const [first, again] = [await credit("250000", "--yes"), await credit("250000", "--yes")];
    const [id] = /txn_\w+/.exec(first.stdout) ?? [];
    expect([first.code, again.code, again.stdout]).toEqual([0, 0, expect.stringContaining(`before, at`)]);
    expect(again.stdout).toContain(id);
    expect(await credit("250001", "--yes")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`of ${id}`),
    });
    expect((await live.read("/v1/balance")).available).toBe(250_000);
    expect(await live.read(`${LIST}/${id}`)).toMatchObject({
      type: "funding",
      source: "wire 42",
      livemode: true,
    });
  });

  test("corrects a transaction, and the account sees why", async () => {
    const partner = await newPartner(cloud);
    const { id: driver } = await partner.driver();
    const { id: payout } = await partner.payout(driver);
    const { data } = await partner.read(`${LIST}?payout=${payout}`);
    const done = await correct(partner, data[0].id, "fees", "funds", "--amount", "50", ...reason, "--yes");
    const [id] = /txn_\w+/.exec(done.stdout) ?? [];
    expect(await partner.read(`${LIST}/${id}`)).toMatchObject({
      type: "correction",
      amount: 50,
      source: data[0].id,
      reason: "Ticket 17: as the bank says",
      postings: [{ from: "fees", to: "funds", amount: 50 }],
    });
    expect((await partner.read("/v1/balance")).available).toBe(START - 10_000 + 50);
    await partner.create(`/v1/test_helpers/payments/${payout}/refund`, undefined);
    const refunded = { status: "refunded", refunded_amount: 9_950, fee_refunded: 100 };
    expect(await partner.read(`/v1/payments/${payout}`)).toMatchObject(refunded);
    for (const filter of [`payout=${payout}`, `driver_id=${driver}`]) {
      const { data, total_count } = await partner.read(`${LIST}?${filter}`);
      const types = ["payout_refunded", "correction", "payout_completed"];
      expect([total_count, data.map(({ type }: Json) => type)]).toEqual([3, types]);
    }
    const rest = await partner.read(`${LIST}?driver_id=${driver}&starting_after=${id}`);
    expect(rest.data.map(({ type }: Json) => type)).toEqual(["payout_completed"]);
    expect((await partner.read("/v1/balance")).available).toBe(START);
  });

  test("is refused what would be no correction of one account and mode", async () => {
    const [mine, theirs] = [await newPartner(cloud), await newPartner(cloud)];
    const { id: funding } = await mine.create(FUND, { amount: 700 });
    const { id: foreign } = await theirs.create(FUND, { amount: 700 });
    const { id: driver } = await theirs.driver();
    await mine.payout((await mine.driver()).id);
    const [{ id: paid }] = (await mine.read(`${LIST}?type=payout_completed`)).data;
    const cases: [number, string, string, string, string[], string][] = [
      [2, funding, "funds", "fees", [...TEN, "--reason", "too short"], "at least 10 characters"],
      [2, funding, "funds", "funds", [...TEN, ...reason], "must differ"],
      [2, funding, "funds", "outside", [...TEN, ...reason], "Give --outside"],
      [2, funding, "funds", "fees", [...TEN, "--outside", ...reason], "Give --outside"],
      [2, funding, "funds", "vault", [...TEN, ...reason], "an account of the ledger"],
      [2, funding, "funds", "held", [...TEN, ...reason], "must be `funds`, `fees`"],
      [2, funding, "pending", "funds", [...TEN, ...reason], "must be `funds`, `fees`"],
      [2, funding, "funds", "fees", ["--amount", "0.5", ...reason], "a whole number of cents"],
      [1, foreign, "funds", "fees", [...TEN, ...reason], "no transaction"],
      [1, funding, "fees", "funds", [...TEN, ...reason], "need a transaction of a payout"],
      [1, paid, "funds", `driver:${driver}`, [...TEN, ...reason], "is the payout's own"],
      [1, paid, "fees", "funds", ["--amount", "151", ...reason], "has less than $1.51 in fees"],
    ];
    for (const [code, id, from, to, more, message] of cases) {
      const said = { [code === 2 ? "stderr" : "stdout"]: expect.stringContaining(message) };
      expect(await correct(mine, id, from, to, ...more, "--yes")).toMatchObject({ code, ...said });
    }
    expect((await mine.read("/v1/balance")).available).toBe(START + 700 - 10_000);
  });
});
