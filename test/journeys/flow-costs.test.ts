import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { folderAfterWalks } from "../support/cloud/after-walks.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { newSignup, SIGNUPS } from "../support/journeys/signup.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const page = ["COSTS.md", "README.md"]
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
const units = rowsWith(4).filter(([, [price = 0]]) => price <= 100);
const unitsNamed = (name: string) => units.find(([unit]) => unit === name)?.[1].slice(1);

const cloud = await startCloud({ dataDir: folderAfterWalks() });

async function used(flow: () => Promise<unknown>): Promise<{ writes: number; reads: number }> {
  await cloud.clearUsage();
  await flow();
  // These run each minute, without a request.
  const all = Object.entries(await cloud.usage()).filter(
    ([name]) => !["sweep-deliveries", "send-waiting"].includes(name),
  );
  const sum = (of: "writeUnits" | "readUnits") => all.reduce((total, [, use]) => total + use[of], 0);
  return { writes: sum("writeUnits"), reads: sum("readUnits") };
}

test("each flow uses the units of the table that COSTS.md says", async () => {
  const sandbox = await used(async () => {
    await cloud.post(SIGNUPS, { email: "ana@example.com", sandbox: true }, { from: freshAddress() });
    await cloud.advance("4m");
  });
  const signUp = async () => {
    const { signup_id, email } = await newSignup(cloud);
    await postForm(cloud, linkIn(await mailTo(cloud, email)), { consent: "yes" });
    await cloud.call(`${SIGNUPS}/${signup_id}`);
    await cloud.advance("0s");
  };
  // The first receipt of an environment also stores its public key.
  await signUp();
  const live = await used(signUp);
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const driver = await partner.driver();
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  // The first payout of a sandbox also books the money that it starts with.
  await partner.payout(driver.id, { method: "standard" });
  await cloud.advance("2m");
  const payout = await used(async () => {
    await partner.payout(driver.id, { method: "standard" });
    await cloud.advance("2m");
  });
  expect(receiver.received).toHaveLength(2);
  const flows = [sandbox, live, payout];
  expect(flows.map(({ writes }) => writes)).toEqual(unitsNamed("DynamoDB write unit"));
  expect(flows.map(({ reads }) => reads)).toEqual(unitsNamed("DynamoDB read unit"));
});

test("the costs of a million, of ten and of a hundred follow from the units and prices", () => {
  expect(units).toHaveLength(8);
  const million = [1, 2, 3].map((flow) =>
    Math.round(units.reduce((sum, [, row]) => sum + (row[0] ?? 0) * (row[flow] ?? 0), 0)),
  );
  const costs = rowsWith(4).filter(([, [each = 0]]) => each > 100);
  expect(costs.map(([, row]) => row)).toEqual(million.map((each) => [each, each, each * 10, each * 100]));
});
