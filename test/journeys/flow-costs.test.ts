import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { payoutIndexUnits } from "../support/bill/prices.ts";
import { folderAfterWalks } from "../support/cloud/after-walks.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { savers } from "../support/partner/savings.ts";

const page = ["operations/COSTS.md", "README.md"]
  .map((file) => readFileSync(join(import.meta.dirname, "..", "..", "infra", file), "utf8"))
  .join("\n");
const numbers = (cells: string[]) => cells.map((cell) => Number(cell.replaceAll(",", "")));
/** The numbers of each row with this many of them. */
const rowsWith = (count: number): [name: string, values: number[]][] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1))
    .map(([name = "", ...cells]): [string, number[]] => [name.trim(), numbers(cells)])
    .filter(([, values]) => values.length === count && values.every(Number.isFinite));
/** A unit's price, and its count in a sandbox signup, a live signup and a payout. */
const units = rowsWith(4).filter(([, values]) => Math.max(...values) <= 100);
const unitsNamed = (name: string) => units.find(([unit]) => unit === name)?.[1].slice(1);

const priceOf = (name: string) => units.find(([unit]) => unit === name)?.[1][0] ?? 0;

const cloud = await startCloud({ dataDir: folderAfterWalks() });

const DAY = 86_400_000;
type Used = { writes: number; reads: number };

/** The units of a flow, of all functions or of one. */
async function used(flow: () => Promise<unknown>, only?: string): Promise<Used> {
  await cloud.clearUsage();
  await flow();
  // These run each minute, without a request.
  const usage = Object.entries(await cloud.usage()).filter(([name]) =>
    only ? name === only : !["sweep-deliveries", "send-waiting"].includes(name),
  );
  const sum = (of: "writeUnits" | "readUnits") => usage.reduce((total, [, use]) => total + use[of], 0);
  return { writes: sum("writeUnits"), reads: sum("readUnits") };
}

/** What a payout costs more if it saves, and its contribution when it leaves: units, dollars a million. */
async function savingsFlows(partner: Partner, plain: Used): Promise<number[][]> {
  const noon = Math.ceil((await cloud.now()) / DAY) * DAY + DAY / 2;
  const [saver = ""] = await savers(partner, 1, 1);
  const pay = async (count: number) => {
    for (let i = 0; i < count; i++) await partner.payout(saver, { method: "standard" });
    await cloud.advance("2m");
  };
  const walkOf = async (day: number) => {
    await cloud.advanceTo(noon + (day - 1) * DAY);
    const { writes, reads } = await used(() => cloud.advanceTo(noon + day * DAY), "walk-tax-events");
    return [writes, reads] as const;
  };
  await cloud.advanceTo(noon);
  // The first payout of a driver and of a saver makes their sums.
  await pay(1);
  const saving = await used(() => pay(1));
  await cloud.advanceTo(noon + 3 * DAY);
  await pay(5);
  // The first walk sends two contributions and the second five. Nothing else differs.
  const [two, five] = [await walkOf(6), await walkOf(9)];
  const priced = (writes: number, reads: number) => [
    writes,
    reads,
    Number((writes * priceOf("DynamoDB write unit") + reads * priceOf("DynamoDB read unit")).toFixed(2)),
  ];
  return [
    priced(saving.writes - plain.writes, saving.reads - plain.reads),
    priced((five[0] - two[0]) / 3, (five[1] - two[1]) / 3),
  ];
}

async function signUp(): Promise<void> {
  const { signup_id, email } = await newSignup(cloud);
  await postForm(cloud, linkIn(await mailTo(cloud, email)), { consent: "yes" });
  await cloud.call(`${SIGNUPS}/${signup_id}`);
  await cloud.advance("0s");
}

/** The units of each index since the last clearing. The sweep runs each minute, without a request. */
async function indexUnitsUsed(): Promise<Record<string, number>> {
  const index: Record<string, number> = {};
  for (const [name, { indexUnits }] of Object.entries(await cloud.usage()))
    for (const [of, units] of name === "sweep-deliveries" ? [] : Object.entries(indexUnits))
      index[of] = (index[of] ?? 0) + units;
  return index;
}

test("each flow uses the units of the table that COSTS.md says", async () => {
  const sandbox = await used(async () => {
    await cloud.post(SIGNUPS, { email: "ana@example.com", sandbox: true }, { from: freshAddress() });
    await cloud.advance("4m");
  });
  // The first receipt of an environment also stores its public key.
  await signUp();
  const live = await used(signUp);
  const [partner, receiver] = [await newPartner(cloud), await Receiver.start()];
  const driver = await partner.driver();
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  const pay = async () => {
    await partner.payout(driver.id, { method: "standard" });
    await cloud.advance("2m");
  };
  // The first payout of a sandbox also books the money that it starts with.
  await pay();
  const payout = await used(pay);
  expect(receiver.received).toHaveLength(2);
  expect(await indexUnitsUsed()).toEqual(payoutIndexUnits);
  const flows = [sandbox, live, payout];
  expect(flows.map(({ writes }) => writes)).toEqual(unitsNamed("DynamoDB write unit"));
  expect(flows.map(({ reads }) => reads)).toEqual(unitsNamed("DynamoDB read unit"));
  const rows = rowsWith(3).filter(([name]) => /saves|contribution/.test(name));
  expect(rows.map(([, row]) => row)).toEqual(await savingsFlows(partner, payout));
});

test("the costs of a million, of ten and of a hundred follow from the units and prices", () => {
  expect(units).toHaveLength(8);
  const million = [1, 2, 3].map((flow) =>
    Math.round(units.reduce((sum, [, row]) => sum + (row[0] ?? 0) * (row[flow] ?? 0), 0)),
  );
  const costs = rowsWith(4).filter(([, values]) => Math.max(...values) > 100);
  expect(costs.map(([, row]) => row)).toEqual(million.map((each) => [each, each, each * 10, each * 100]));
});
