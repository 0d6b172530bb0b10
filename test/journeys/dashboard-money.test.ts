import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { exactUsd } from "../../shared/domain/money/cents.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { addDriver, connectFromPage, DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { type Part, pageOf } from "../support/page.ts";
import { AGREE } from "../support/partner/savings.ts";

const MONEY = "/developers/money/test";
const PAYOUTS = "/developers/payouts/test";
const KEYS = "/developers/keys/test";

const cloud = await sharedCloud();

/** A signed-in visitor, and the API with a key of the same account. */
async function account(company: string) {
  const ana = await new DashboardVisitor(cloud).signIn(company);
  const key = keyIn(await ana.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
  const headers = { authorization: `Bearer ${key}` };
  const read = async (path: string): Promise<Json> => (await cloud.call(path, { headers })).json;
  const make = async (path: string, json?: object): Promise<Json> => {
    const reply = await cloud.call(path, { method: "POST", headers, ...(json && { json }) });
    if (reply.status === 429) return make(path, json);
    if (reply.status >= 300) throw new Error(`${path} is ${reply.status}: ${reply.text}`);
    return reply.json;
  };
  const show = async (path = MONEY) => pageOf(await ana.call(path));
  return { ana, read, make, show };
}

/** The cells of each row. */
const rowsIn = (page: Part) => page.rows.map(({ cells }) => cells);

const ANA = { email: "a@example.com", first_name: "Ana", last_name: "Ng" };
const payoutTo = (driver: Json) => ({ driver_id: driver.id, amount: 10_000, currency: "usd" });

/** An account with a refunded payout, one that waits for the bank, and a funding. `before`: without them. */
async function paidAccount() {
  const { read, make, show } = await account("Money One");
  const before = await show();
  const driver = await make("/v1/drivers", ANA);
  const paid = payoutTo(driver);
  const instant = await make("/v1/payments/payout", { ...paid, method: "instant" });
  const standard = await make("/v1/payments/payout", { ...paid, amount: 5_000, method: "standard" });
  await make(`/v1/test_helpers/payments/${instant.id}/refund`);
  await make("/v1/test_helpers/balance/fund", { amount: 2_500, reference: "<b>wire</b>" });
  return { read, show, before, driver, instant, standard };
}
const paidOne = await paidAccount();

test("the Money page shows the balance, and what today did to it", async () => {
  const { read, show, before } = paidOne;
  for (const empty of [before, await show("/developers/money/live")])
    expect(empty.text).toContain("No money has moved");
  expect(await read("/v1/balance")).toMatchObject({ available: 99_997_500, pending: 5_000 });
  const page = await show();
  expect([page.fact("Available").text, page.fact("Pending payouts").text]).toEqual(["$999,975.00", "$50.00"]);
  const [today, ...entries] = rowsIn(page);
  // The entry that opens a sandbox is of the same day, unless that began a millisecond ago.
  expect(today?.slice(1)).toEqual(["$0.00", "$1,000,025.00", "−$50.00", "$0.00", "$999,975.00", "Open"]);
  expect(entries.map(([what, , ...changes]) => [what, ...changes.slice(0, 2)])).toEqual([
    ["Funding: <b>wire</b>", "+$25.00", "–"],
    ["Payout refunded", "+$100.00", "–"],
    ["Payout created", "−$50.00", "+$50.00"],
    ["Payout completed", "−$100.00", "–"],
    ["Funding: sandbox", "+$1,000,000.00", "–"],
  ]);
});

test("a payout's page shows its entries", async () => {
  const { show, driver, instant, standard } = paidOne;
  const page = await show(`${PAYOUTS}/${instant.id}`);
  const entries = rowsIn(page).slice(0, 5);
  expect(entries.map((cells) => cells.slice(0, 3))).toEqual([
    ["Payout completed", "Available → Pending", "$100.00"],
    ["Payout completed", "Pending → Driver", "$98.50"],
    ["Payout completed", "Pending → Fees", "$1.50"],
    ["Payout refunded", "Driver → Available", "$98.50"],
    ["Payout refunded", "Fees → Available", "$1.50"],
  ]);
  const words = ["created, instant", "completed", "refunded", driver.id, "$1.50 (refunded)"];
  expect(missingFrom(page.text, ...words)).toEqual([]);
  expect((await show(`${PAYOUTS}/${standard.id}`)).text).toContain("waits for the bank");
});

test("the page of a payout shows what of it was saved", async () => {
  const { make, show } = await account("Money Saved");
  const driver = await make("/v1/drivers", ANA);
  await make(`/v1/drivers/${driver.id}/savings`);
  await make(`/v1/test_helpers/savings/${driver.id}/act`, AGREE);
  const { id } = await make("/v1/payments/payout", { ...payoutTo(driver), method: "instant" });
  const page = await show(`${PAYOUTS}/${id}`);
  // 5% of $98.50, half a cent rounded up.
  expect([page.fact("Saved").text, page.fact("To the bank").text]).toEqual(["$4.93", "$93.57"]);
  expect(rowsIn(page).map((cells) => cells[1])).toContain("Pending → Savings pending");
});

test("a day that is over has its settlement as two files, for its account alone", async () => {
  const [mine, theirs] = [await account("Money Three"), await account("Money Four")];
  await mine.make("/v1/test_helpers/balance/fund", { amount: 700 });
  await cloud.advance("31s");
  const { date } = await mine.make("/v1/test_helpers/settlements/close");
  const path = `${MONEY}/settlements/${date}`;
  const [ana, stranger] = [mine.ana, theirs.ana];
  const [csv, json] = [await ana.call(`${path}?format=csv`), await ana.call(path)];
  const row = (await mine.show()).row("JSON of");
  expect([row.link("JSON"), row.link("CSV")]).toEqual([path, `${path}?format=csv`]);
  expect(json.json).toMatchObject({ object: "settlement", livemode: false, transaction_count: 2 });
  expect(json.json.entries_sha256).toBe(createHash("sha256").update(csv.bytes).digest("hex"));
  expect(csv.headers["content-disposition"]).toContain("settlement-");
  for (const address of [path, `${path}?format=csv`]) expect((await stranger.call(address)).status).toBe(404);
  for (const day of ["2020-02-29", "x"]) {
    const { status } = await ana.call(`${MONEY}/settlements/${day}`);
    expect([day, status]).toEqual([day, 404]);
  }
});

const EARNINGS = "/developers/drivers/test/earnings";

/** Twelve drivers: the newest is connected to two gig platforms, and the oldest to one. */
async function earningAccount() {
  const { ana, read, show } = await account("Money Earned");
  for (let i = 0; i < 12; i++) await addDriver(ana);
  const drivers: Json[] = (await read("/v1/drivers?limit=100")).data;
  const [newest, oldest] = [drivers[0].id, drivers.at(-1).id];
  for (const platform of ["uber", "doordash"]) await connectFromPage(ana, newest, platform);
  await connectFromPage(ana, oldest, "lyft");
  const earnings = await show(EARNINGS);
  const range = /From (\S+) to (\S+), by UTC day/.exec(earnings.text)?.slice(1) ?? [];
  return { ana, read, show, newest, range };
}
const earning = await earningAccount();

test("Earnings has the API's sums by driver and platform, filtered and page by page", async () => {
  const { read, show, newest, range } = earning;
  const earned = await read(`/v1/earnings/${newest}?period=${range.join("..")}`);
  const { uber, doordash } = earned.platforms;
  const first = await show(EARNINGS);
  expect(rowsIn(first).map((cells) => [cells[1], cells[2], cells[3], cells[5]])).toEqual([
    ["doordash", exactUsd(doordash.earnings), exactUsd(doordash.tips), String(doordash.deliveries)],
    ["uber", exactUsd(uber.earnings), exactUsd(uber.tips), String(uber.trips)],
  ]);
  expect(first.text).toContain(`${exactUsd(earned.total_earnings)}, 7 of 12 drivers on this page`);
  expect(rowsIn(await show(first.link("Older"))).map((cells) => cells[1])).toEqual(["lyft"]);
  expect(rowsIn(await show(`${EARNINGS}?driver=${newest}&platform=uber`))).toHaveLength(1);
});

test("Earnings is a file for a spreadsheet", async () => {
  const { headers, text } = await earning.ana.call(`${EARNINGS}?format=csv`);
  expect(headers["content-disposition"]).toContain(`earnings-${earning.range.join("-")}.csv`);
  const lines = text.trim().split("\r\n");
  expect(lines.map((line) => line.split(",")[3])).toEqual(["platform", "doordash", "uber", "lyft"]);
});

test.each([
  ["from=2026-02-30", "must be a day"],
  ["from=2020-01-01&to=2026-01-01", "at most 366 days"],
  ["from=2026-02-02&to=2026-02-01", "must not be after"],
  ["driver=ana", "must be an ID"],
  ["platform=<b>", "must be a slug"],
])("Earnings of %s has the error in words", async (wrong, why) => {
  const { status, text } = await earning.ana.call(`${EARNINGS}?${wrong}`);
  expect([status, text]).toEqual([400, expect.stringContaining(why)]);
});

test("Earnings has nothing of another account's driver", async () => {
  const stranger = await account("Money Stranger");
  const theirs = await stranger.show(`${EARNINGS}?driver=${earning.newest}`);
  expect([theirs.rows, theirs.text]).toEqual([[], expect.stringContaining("No earnings in these days")]);
  // The file has all drivers, and the page has the newest ones.
  expect((await stranger.show(EARNINGS)).link("CSV")).toBe(`${EARNINGS}?format=csv`);
});
