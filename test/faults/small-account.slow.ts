import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { synthesiseStage } from "../infra/stack/synthesise-stage.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

/** The quota of a new AWS account. */
const QUOTA = 10;
const PAYOUTS = 40;

const folder = mkdtempSync(join(tmpdir(), "small-account-"));
const mailFrom = "hello@mail.example.com";
const { resources: small } = synthesiseStage("local", { mailFrom, accountConcurrency: QUOTA });
const assembly = changedAssembly(folder, (resources) => {
  for (const [id, { Type, Properties }] of Object.entries(resources))
    if (Type === "AWS::Lambda::EventSourceMapping" && Properties.ScalingConfig)
      Properties.ScalingConfig = small[id].Properties.ScalingConfig;
});
const cloud = await startCloud({ assembly, args: ["--account-concurrency", String(QUOTA)] });
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("in an account with a concurrency of ten, payouts succeed while ten endpoints hang", async () => {
  const partner = await newPartner(cloud);
  const driver = await partner.driver();
  const hanging = await Promise.all(Array.from({ length: 10 }, () => Receiver.start()));
  for (const receiver of hanging) {
    receiver.answer = () => "hang";
    await partner.create("/v1/webhooks", { url: receiver.url(), events: ["*"] });
  }
  const attempts = () => hanging.reduce((sum, { received }) => sum + received.length, 0);
  const body = { driver_id: driver.id, amount: 10_000, currency: "usd", method: "instant" };

  const statuses: number[] = [(await partner.post("/v1/payments/payout", body)).status];
  await eventually(async () => attempts() >= 2);
  for (let i = 1; i < PAYOUTS; i++) statuses.push((await partner.post("/v1/payments/payout", body)).status);
  expect(statuses).toEqual(statuses.map(() => 201));
  // The attempts of the time are those of the signer's lanes, and most deliveries still wait.
  expect(attempts()).toBeLessThan(PAYOUTS);
});
