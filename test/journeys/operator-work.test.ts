import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import type { Fields } from "../../shared/contract/operators/command.ts";
import { idOf } from "../infra/stack/template.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { served } from "../support/cloud/served.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";

// Its queues hold dead letters and its timers fail, so no other suite shares it.
const cloud = await startCloud();

const sandboxSignup = async () => (await newSignup(cloud, { sandbox: true })).signup_id;
const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);
const rowsOf = async (command: string, input = {}) =>
  (await cloud.command(command, input)).data as readonly Fields[];
const queueNamed = async (name: string) =>
  (await rowsOf("list", { noun: "queues" })).find(({ queue }) => queue === name);

test("the list of queues counts the dead letters, and a redrive moves those of one queue back", async () => {
  const letters = idOf("WebhooksWaitingDeadLetters");
  const gone = { account_id: "acct_gone", mode: "test", endpoint_id: "wh_gone", delivery_id: "dlv_gone" };
  await cloud.sendMessage(letters, JSON.stringify(gone));
  expect(await queueNamed("waiting")).toMatchObject({ dead_letters: 1 });
  expect((await ops("queues", "redrive", "waiting", "--dry-run")).stdout).toBe(
    "The dead letters of waiting (1) would move back to their queues\n",
  );
  expect(await queueNamed("waiting")).toMatchObject({ dead_letters: 1 });
  expect(await ops("queues", "redrive", "waiting")).toMatchObject({
    code: 0,
    stdout: "Redriving: waiting (1)\n",
  });
  await cloud.advance("1m");
  expect(await queueNamed("waiting")).toMatchObject({
    waiting: 0,
    in_flight: 0,
    delayed: 0,
    dead_letters: 0,
  });
  expect(await ops("queues", "redrive", "all")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Redriving: mail \(0\), .*tax-walks \(0\), batches \(0\), events \(0\), first \(0\)/,
    ),
  });
});

test("a redrive that runs out of time continues where it stopped, and prints each part", async () => {
  const calls: object[] = [];
  const url = await served(async (request, response) => {
    const { request: signed } = (await json(request)) as { request: string };
    calls.push(JSON.parse(signed).input);
    const next = { since: "2026-11-21T09:30:00.000Z", resume: "acct_1" };
    const part = calls.length === 1 ? { message: "first part", next } : { message: "second part" };
    response.end(JSON.stringify({ ok: true, ...part }));
  });
  const ended = await opsWith({}, "relay", "redrive", "--since", "2h", "--url", url);
  expect(ended).toEqual({ code: 0, stdout: "first part\nsecond part\n", stderr: "" });
  expect(calls).toEqual([{ since: "2h" }, { since: "2026-11-21T09:30:00.000Z", resume: "acct_1" }]);
});

test("a failed timer is listed, and continues when an operator restarts it", async () => {
  const [late, other] = [await sandboxSignup(), await sandboxSignup()];
  await cloud.advance("5s");
  await cloud.end();
  // A timer fails after half a day of faults. Its journal says so here at once.
  const journal = join(cloud.dataDir, "executions.jsonl");
  const at = new Date().toISOString();
  for (const line of readFileSync(journal, "utf8").trim().split("\n")) {
    const { arn } = JSON.parse(line).started;
    appendFileSync(journal, `${JSON.stringify({ ended: arn, status: "FAILED", at })}\n`);
  }
  const again = await startCloud({ dataDir: cloud.dataDir });
  const statusOf = async (id: string) => (await again.call(`${SIGNUPS}/${id}`)).json.status;
  const restart = (name: string) => opsWith({}, "timers", "restart", name, "--url", again.url);
  const { data } = await again.command("list", { noun: "timers" });
  const failed = data as readonly Fields[];
  expect(failed.map(({ name }) => name).sort()).toEqual([late, other].sort());
  expect(failed[0]).toMatchObject({
    timer: "advance-signup",
    status: "FAILED",
    ended_at: expect.any(String),
  });

  expect(await restart(late)).toMatchObject({ code: 0, stdout: `${late} continues\n` });
  await again.advance("4m");
  expect([await statusOf(late), await statusOf(other)]).toEqual(["account_opened", "initiated"]);
  expect(await restart(late)).toMatchObject({
    code: 1,
    stdout: `No timer ${late} failed in the last 14 days\n`,
  });
  expect((await restart("all")).stdout).toBe("Timers that continue: 1\n");
  await again.advance("4m");
  expect(await statusOf(other)).toBe("account_opened");
  expect((await restart("all")).stdout).toBe("No timer failed\n");
  await again.end();
}, 120_000);
