import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { verifyReceipt } from "../../infra/tools/clients/typescript/src/receipts.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { SIGNUPS } from "../support/partner/signup.ts";
import { paid } from "../support/partner/driver-figures.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { scriptedEndpoint, verifyWithStandardWebhooks } from "../support/partner/scripted-endpoint.ts";

type Secrets = [arn: string, secret: { name: string; value: string }][];

/** Joins the waitlist, and returns the receipt of it. */
async function receiptOf(cloud: Cloud): Promise<string> {
  const email = freshEmail();
  await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
  const link = linkIn(await mailTo(cloud, email));
  await postForm(cloud, link, { consent: "yes" });
  return (await cloud.call(`${link}/receipt`)).text;
}

/** Puts a new value before the old ones of every secret, as the runbook says. Returns the secrets' names. */
function rotateAll({ dataDir }: Cloud, round: number): string[] {
  const file = join(dataDir, "secrets.json");
  const secrets: Secrets = JSON.parse(readFileSync(file, "utf8"));
  const next = secrets.map(([arn, secret]) => [
    arn,
    { ...secret, value: `${`Value${round}of${secret.name}`.repeat(4)},${secret.value}` },
  ]);
  writeFileSync(`${file}.next`, JSON.stringify(next));
  renameSync(`${file}.next`, file);
  return secrets.map(([, { name }]) => name);
}

test("each secret is rotated twice under load: no request fails, older hashes, links, opt-outs, receipts and deliveries hold", async () => {
  const cloud = await startCloud();
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const early = await scriptedEndpoint(receiver, partner);
  const { id } = await partner.driver({ ssn_last4: "4321" });
  await paid(partner, id, { paid_2026: 300_000 });

  const entry = { routing_number: "021000021", account_number: "000123456789", account_type: "checking" };
  const add = (driver: string, key: string, more: object = {}) =>
    partner.post(`/v1/drivers/${driver}/bank-accounts`, { ...entry, ...more }, { "idempotency-key": key });
  const first = await add(id, "first");
  expect(first.status).toBe(201);
  const signUp = (email: string) => cloud.post(SIGNUPS, { email }, { from: freshAddress() });
  await signUp("ana@example.com");
  await postForm(cloud, `${linkIn(await mailTo(cloud, "ana@example.com"))}/not-me`);
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);

  let isLoaded = true;
  const failures: string[] = [];
  const load = Array.from({ length: 4 }, async (_, worker) => {
    for (let i = 0; isLoaded; i++) {
      const driver = await partner.driver({ ssn_last4: "1234" });
      const made = await add(driver.id, `${worker}-${i}`);
      const again = await add(driver.id, `${worker}-${i}`);
      const old = await add(id, "first");
      if (made.status !== 201 || again.text !== made.text || old.text !== first.text)
        failures.push([made, again, old].map(({ status, text }) => `${status} ${text}`).join(" | "));
      await partner.call(`/v1/drivers/${driver.id}`, { method: "PATCH", json: { ssn_last4: "4567" } });
    }
  });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const endpoints = [early];
  const receipts = [await receiptOf(cloud)];
  for (const round of [1, 2]) {
    expect(rotateAll(cloud, round)).toHaveLength(4);
    // Functions read a signing key every minute.
    await cloud.advance("61s");
    endpoints.push(await scriptedEndpoint(receiver, partner));
    receipts.push(await receiptOf(cloud));
    await pause(2_000);
  }
  isLoaded = false;
  await Promise.all(load);

  expect(failures).toEqual([]);
  const keySet = (await cloud.call("/.well-known/jwks.json")).json;
  for (const receipt of receipts) await verifyReceipt(receipt, keySet);
  const kids = receipts.map((receipt) => JSON.parse(atob(receipt.split(".")[0] ?? "")).kid);
  expect(new Set(kids).size).toBe(3);
  expect((await add(id, "first", { account_number: "999996789" })).status).toBe(409);
  expect((await cloud.call(pdf_url.slice(cloud.url.length))).status).toBe(200);
  for (const email of ["ana+again@example.com", "bob@example.com"])
    expect((await signUp(email)).status).toBe(201);
  await mailTo(cloud, "bob@example.com");
  await cloud.advance("0s");
  expect(await mailsTo(cloud, "ana+again@example.com")).toEqual([]);
  const last = await partner.driver();
  for (const endpoint of endpoints) {
    await eventually(async () => endpoint.got().some(({ json }) => json.data.id === last.id), 60_000);
    for (const received of endpoint.got()) verifyWithStandardWebhooks(endpoint.secret, received);
  }
});
