import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { type BankedFile, returnsFile } from "../../infra/local/bank/bank.ts";
import { startBankCloud } from "../support/cloud/bank-cloud.ts";
import { driverPaidAt, liveCompany } from "../support/partner/live-company.ts";
import { errorOf } from "../support/partner/platform.ts";

const cloud = await startBankCloud();
const company = await liveCompany(cloud, 1_000_000);
const standard = { method: "standard" };
/** By what the pretend bank does with a number: `1003` returns with R03 before, `2004` with R04 after. */
const [paid = "", returned = "", late = "", corrected = "", refused = "", ...others] = await Promise.all(
  ["56789", "51003", "52004", "53001", "54002", "51001", "51002", "51016"].map((number) =>
    driverPaidAt(company, `1234${number}`),
  ),
);
const body = { driver_id: paid, amount: 10_000, currency: "usd", ...standard };
const accountOf = async (driver = "") => (await company.read(`/v1/drivers/${driver}/bank-accounts`)).data[0];
const misbehave = (mistake: string) => cloud.call("/_local/bank", { method: "POST", json: { mistake } });
const statusOf = (id: string) => company.read(`/v1/payments/${id}`);
const send = (name: string, body: string) =>
  cloud.call("/_local/bank", { method: "POST", json: { name, body } });
/** The newest value of a metric of the rail, which an alarm watches. */
const counted = (metric: string) =>
  cloud
    .logs()
    .match(new RegExp(`(?<="${metric}":)\\d+`, "g"))
    ?.at(-1);
/** An hour after the bank should have paid it. */
const untilPaid = ({ expected_at }: Record<string, string>) =>
  cloud.advanceTo(Date.parse(`${expected_at}`) + 3_600_000);
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
    [paid, returned, late, corrected].map((driver) => company.payout(driver, standard)),
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
  const { id, expected_at } = await company.payout(paid, standard);
  const tested = await driverPaidAt(company, "123456780");
  await untilPaid({ expected_at });
  const [rejected] = await list("bank-files");
  expect(rejected).toMatchObject({ state: "rejected", entries: 2, total: 10_000 });
  expect((await accountOf(tested)).status).toBe("pending");
  await cloud.command("resend-bank-file", { file: String(rejected?.number) });
  await misbehave("stray");
  await cloud.advance("8d");
  expect((await list("bank-files"))[0]).toMatchObject({ state: "acknowledged", total: 10_000 });
  expect([(await statusOf(id)).status, (await accountOf(tested)).status]).toEqual(["completed", "verified"]);
  expect(await list("bank-lines")).toMatchObject([{ line: 3, why: expect.stringMatching(/^no entry has/) }]);
}, 120_000);

test("a silent bank rings, its file pays nothing, and its answer after the returns ends both", async () => {
  await misbehave("answer-late");
  const [kept, back] = await Promise.all([paid, returned].map((driver) => company.payout(driver, standard)));
  const fresh = await driverPaidAt(company, "123456781");
  await untilPaid(kept);
  expect([counted("BankFilesSilent"), (await list("bank-files"))[0]?.state]).toEqual(["1", "written"]);
  expect([(await statusOf(kept.id)).status, (await statusOf(back.id)).status]).toEqual(["pending", "failed"]);
  await cloud.advance("5d");
  expect((await accountOf(fresh)).status).toBe("pending");
  await cloud.advance("2d");
  expect((await statusOf(kept.id)).status).toBe("completed");
  expect([counted("BankFilesSilent"), (await accountOf(fresh)).status]).toEqual(["0", "verified"]);
}, 120_000);

test("returns that come late, cut and doubled count once, and the cut file is listed", async () => {
  for (const mistake of ["late", "cut", "double"]) await misbehave(mistake);
  const [R01 = "", R02 = "", R16 = ""] = others;
  const sent = await Promise.all([R01, R02, R02, R16].map((driver) => company.payout(driver, standard)));
  const statuses = async () => (await Promise.all(sent.map(({ id }) => statusOf(id)))).map((of) => of.status);
  await untilPaid(sent[0]);
  const [first, ...cut] = await statuses();
  expect([first, cut.splice(0, 2).sort(), cut]).toEqual(["completed", ["completed", "failed"], ["failed"]]);
  const whys = (await list("bank-lines")).map(({ why }) => why);
  expect(whys.slice(0, 2).sort()).toEqual(["the file is cut", "the line is in no known form"]);
  await cloud.advance("3d");
  expect((await statuses()).toSorted()).toEqual(["failed", "failed", "refunded", "refunded"]);
  expect(await list("bank-lines")).toHaveLength(whys.length);
}, 120_000);

test("an answer of the bank that contradicts its first one changes no file, and is listed", async () => {
  const files = await list("bank-files");
  const opposite = (state: unknown) => (state === "acknowledged" ? "REJECTED" : "ACCEPTED");
  const answers = files.map(({ number, state, entries, total }) =>
    ["ACK", number, opposite(state), entries, total].join(),
  );
  await send("again.txt", answers.join("\n"));
  await cloud.advance("10m");
  expect(await list("bank-files")).toEqual(files);
  const whys = (await list("bank-lines")).map(({ why }) => why).filter((why) => /before$/.test(String(why)));
  expect(whys.sort()).toEqual(files.map(({ state }) => `the file was ${state} before`).sort());
  expect(new Set(whys)).toEqual(
    new Set(["the file was acknowledged before", "the file was released before"]),
  );
});

test("of corrections that come in any order, the newest counts, for each field", async () => {
  const { files } = (await cloud.call("/_local/bank/json")).json as { files: BankedFile[] };
  const entries = files.flatMap((file) => file.entries.filter(({ account }) => account === "123456789"));
  const [older, newer] = entries.slice(-2) as [(typeof entries)[0], (typeof entries)[0]];
  const [day, hour] = [86_400_000, 3_600_000];
  const sent = [
    returnsFile([newer], "C01", hour, "2222222222"),
    returnsFile([older], "C05", hour),
    returnsFile([older], "C01", day, "1111111111"),
    returnsFile([newer], "C01", 0, "3333333333"),
  ];
  for (const [i, body] of [...sent.toReversed(), ...sent].entries()) await send(`change-${i}.ach`, body);
  await cloud.advance("5m");
  expect(await accountOf(paid)).toMatchObject({ last4: "2222", account_type: "savings" });
});

test("each file's total is what the settlements say was sent, and what came back is in them", async () => {
  await cloud.advance("2d");
  const files = (await list("bank-files")).filter(({ state }) => state === "acknowledged");
  const parts: Json[] = (await company.read("/v1/settlements?limit=100")).data.flatMap(
    ({ bank_files = [] }: Json) => bank_files,
  );
  const sum = (of: Json[], part: string) => of.reduce((total, each) => total + each[part], 0);
  const sent = files.map(({ number }) =>
    sum(
      parts.filter((part) => part.number === number),
      "sent_amount",
    ),
  );
  expect(sent).toEqual(files.map(({ total }) => total));
  const payouts: Json[] = (await company.read("/v1/payments?limit=100")).data;
  const back = payouts.filter(({ return_code }) => return_code);
  expect(sum(parts, "returned_amount")).toBe(back.reduce((total, { amount }) => total + amount, 0));
});

test("each grant of the rail's functions is used", async () => {
  const roles = /(?:CollectPayouts|WriteBankFiles|ReadBankFiles)Role/;
  const grants = (await cloud.grants()).filter(({ role }) => roles.test(role));
  expect(grants.length).toBeGreaterThan(20);
  const names = grants
    .filter(({ used }) => !used)
    .map(({ action, prefix, resource }) => `${action} ${prefix ?? resource}`);
  expect(names.filter((name) => !name.startsWith("logs:"))).toEqual([]);
});
