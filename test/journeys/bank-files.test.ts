import { expect, test } from "@jest/globals";
import { driverPaidAt, liveCompany, startBankCloud } from "../support/cloud/bank-cloud.ts";
import { errorOf } from "../support/partner/platform.ts";

const cloud = await startBankCloud();
const company = await liveCompany(cloud, 1_000_000);
const standard = { method: "standard" };
/** By what the pretend bank does with a number: `1003` returns with R03 before, `2004` with R04 after. */
const [paid, returned, late, corrected, refused] = await Promise.all(
  ["123456789", "123451003", "123452004", "123453001", "123454002"].map((number) =>
    driverPaidAt(company, number),
  ),
);
const body = { driver_id: paid, amount: 10_000, currency: "usd", ...standard };
const accountOf = async (driver = "") => (await company.read(`/v1/drivers/${driver}/bank-accounts`)).data[0];
const misbehave = (mistake: string) => cloud.call("/_local/bank", { method: "POST", json: { mistake } });
const list = async (noun: string) =>
  (await cloud.command("list", { noun })).data as Record<string, unknown>[];

test("a bank account is unverified until its bank has had the time to refuse a test of zero dollars", async () => {
  const soon = await company.post("/v1/payments/payout", body);
  expect(errorOf(soon)).toEqual([409, "bank_account_unverified", "bank_account_id"]);
  await cloud.advance("8d");
  expect((await accountOf(paid)).status).toBe("verified");
  expect((await accountOf(refused)).status).toBe("failed");
  const instant = await company.post("/v1/payments/payout", { ...body, method: "instant" });
  expect(errorOf(instant)).toEqual([403, "live_mode_unavailable", "method"]);
}, 120_000);

test("a live payout leaves in a file, completes on its day without a return, and fails with one", async () => {
  const sent = await Promise.all(
    [paid, returned, late, corrected].map((driver = "") => company.payout(driver, standard)),
  );
  expect(sent[0]).toMatchObject({ status: "pending", expected_at: expect.any(String) });
  expect(sent[0]).not.toHaveProperty("submitted_at");
  await cloud.advance("6d");
  const [first, second, third] = await Promise.all(sent.map(({ id }) => company.read(`/v1/payments/${id}`)));
  expect(first).toMatchObject({ status: "completed", submitted_at: expect.any(String) });
  expect(second).toMatchObject({ status: "failed", return_code: "R03", failure_code: "no_account" });
  expect(third).toMatchObject({ status: "refunded", refund_reason: "returned", return_code: "R04" });
  expect(await accountOf(corrected)).toMatchObject({ last4: "3210", status: "verified" });
  expect(await company.read("/v1/balance")).toMatchObject({ available: 980_000, pending: 0 });
}, 120_000);

test("a rejected file's payouts leave in the next one when an operator says so, and a stray line is listed", async () => {
  await misbehave("reject");
  const { id } = await company.payout(paid ?? "", standard);
  await driverPaidAt(company, "123456780");
  await cloud.advance("3d");
  const [rejected] = await list("bank-files");
  expect(rejected).toMatchObject({ state: "rejected", entries: 2, total: 10_000 });
  await cloud.command("resend-bank-file", { file: String(rejected?.number) });
  await misbehave("stray");
  await cloud.advance("4d");
  expect((await list("bank-files"))[0]).toMatchObject({ state: "acknowledged", total: 10_000 });
  expect((await company.read(`/v1/payments/${id}`)).status).toBe("completed");
  expect(await list("bank-lines")).toMatchObject([{ line: 3, why: expect.stringMatching(/^no entry has/) }]);
}, 120_000);

test("each grant of the rail's functions is used", async () => {
  const own = /(?:CollectPayouts|WriteBankFiles|ReadBankFiles)Role/;
  const grants = (await cloud.grants()).filter(({ role }) => own.test(role));
  expect(grants.length).toBeGreaterThan(20);
  const names = grants
    .filter(({ used }) => !used)
    .map(({ action, prefix, resource }) => `${action} ${prefix ?? resource}`);
  expect(names.filter((name) => !name.startsWith("logs:"))).toEqual([]);
});
