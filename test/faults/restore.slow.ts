import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "@jest/globals";
import { endClouds, newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { lifetimePayouts, payoutStatus } from "../support/partner/payouts.ts";
import { newPartner, Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

afterAll(() => {
  return endClouds();
});

const SIGNUPS = "/api/agent/signups";
const start = async (cloud: Cloud, json: object): Promise<string> =>
  (await cloud.post(SIGNUPS, json, { from: freshAddress() })).json.signup_id;

/** A data folder with the table as it is at this instant. Its stream, queues and timers are empty. */
function copyOf({ dataDir }: Cloud): string {
  const folder = newFolder();
  const copy = join(folder, "dynamodb.sqlite");
  const original = new DatabaseSync(join(dataDir, "dynamodb.sqlite"), { timeout: 5_000 });
  original.prepare("VACUUM INTO ?").run(copy);
  original.close();
  const restored = new DatabaseSync(copy);
  restored.exec("DELETE FROM _stream_records");
  restored.close();
  copyFileSync(join(dataDir, "secrets.json"), join(folder, "secrets.json"));
  return folder;
}

test("after a restore of the table alone, the runbook's commands make all that was pending happen once", async () => {
  const lost = await startCloud();
  const receiver = await Receiver.start();
  const before = await newPartner(lost);
  await before.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  const driver = await before.driver();
  const sent = freshEmail();
  const stuck = freshEmail();
  await start(lost, { email: sent });
  const done = await before.payout(driver.id, { method: "instant" });
  await lost.advance("0s");
  expect(receiver.received.map(({ json }) => json.data.id)).toEqual([done.id]);
  expect(await mailsTo(lost, sent)).toHaveLength(1);

  // This timer has started, and the next ones have not. Neither have the email and the event happened.
  const waiting = await before.payout(driver.id, { method: "standard" });
  await lost.advance("0s");
  await lost.inject(
    { kind: "throttle", action: "states:StartExecution" },
    { kind: "error", caller: "send-mail" },
    { kind: "error", caller: "fan-out-event" },
  );
  const unstarted = await before.payout(driver.id, { method: "standard" });
  const instant = await before.payout(driver.id, { method: "instant" });
  const sandbox = await start(lost, { email: freshEmail(), sandbox: true });
  await start(lost, { email: stuck });
  const folder = copyOf(lost);
  await lost.end("SIGKILL");
  const cloud = await startCloud({ dataDir: folder });

  const paid = [done.id, waiting.id, unstarted.id, instant.id].sort();
  const partner = new Partner(cloud, before.key, before.keyId, before.accountId);
  const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);
  await cloud.advance("7m");
  // The sweeper finds the payouts that wait. Nothing else begins again by itself.
  for (const { id } of [waiting, unstarted]) expect(await payoutStatus(partner, id)).toBe("completed");
  expect((await cloud.call(`${SIGNUPS}/${sandbox}`)).json.status).toBe("initiated");
  for (let run = 0; run < 2; run++) {
    expect((await ops("relay", "redrive", "--since", "7d")).code).toBe(0);
    expect((await ops("timers", "restart", "all", "--yes")).stdout).toBe("No timer failed\n");
    await cloud.advance("5m");
    for (const id of paid) expect([id, await payoutStatus(partner, id)]).toEqual([id, "completed"]);
    expect(await lifetimePayouts(partner, driver.id)).toBe(40_000);
    const events: Json[] = (await partner.read("/v1/events?limit=100")).data;
    const completed = events.filter(({ type }) => type === "payment.completed");
    expect(completed.map(({ data }) => data.id).sort()).toEqual(paid);
    expect(receiver.received.map(({ json }) => json.data.id).sort()).toEqual(paid);
    expect(await mailsTo(cloud, stuck)).toHaveLength(1);
    expect(await mailsTo(cloud, sent)).toHaveLength(0);
    expect((await cloud.call(`${SIGNUPS}/${sandbox}`)).json.status).toBe("account_opened");
  }
}, 180_000);

test("after a restore below running queues and timers, what settled meanwhile settles again, signups with --restored", async () => {
  const first = await startCloud();
  const before = await newPartner(first);
  const driver = await before.driver();
  const payout = await before.payout(driver.id, { method: "standard" });
  const signup = await start(first, { email: freshEmail(), sandbox: true });
  const statusOf = async (on: Cloud) => (await on.call(`${SIGNUPS}/${signup}`)).json.status;
  await first.advance("0s");
  const folder = copyOf(first);
  await first.advance("5m");
  expect(await payoutStatus(before, payout.id)).toBe("completed");
  expect(await statusOf(first)).toBe("account_opened");
  await first.end();
  const { dataDir } = first;
  for (const name of readdirSync(dataDir))
    if (/^dynamodb\.sqlite|\.checkpoint$/.test(name)) rmSync(join(dataDir, name));
  copyFileSync(join(folder, "dynamodb.sqlite"), join(dataDir, "dynamodb.sqlite"));

  const cloud = await startCloud({ dataDir });
  const partner = new Partner(cloud, before.key, before.keyId, before.accountId);
  const redrive = async (...more: string[]) => {
    const { code } = await opsWith({}, "relay", "redrive", "--since", "7d", ...more, "--url", cloud.url);
    expect(code).toBe(0);
    await cloud.advance("5m");
  };
  // Step Functions reserves the name of the execution that ended.
  await redrive();
  expect(await statusOf(cloud)).toBe("initiated");
  for (let run = 0; run < 2; run++) {
    await redrive("--restored");
    expect(await statusOf(cloud)).toBe("account_opened");
    expect(await payoutStatus(partner, payout.id)).toBe("completed");
    expect(await lifetimePayouts(partner, driver.id)).toBe(10_000);
  }
}, 180_000);
