import { expect, test } from "@jest/globals";
import { timers } from "../../shared/contract/service.ts";
import { HELD } from "../../infra/operations/stage/stage.ts";
import { ofType } from "../infra/stack/template.ts";
import { freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { PAYOUTS, payoutStatus } from "../support/partner/payouts.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

// The whole stage stops, so no other suite shares it.
const cloud = await startCloud();
const stage = (...args: string[]) => opsWith({}, "stage", ...args, "--url", cloud.url);
const SIGNUPS = "/api/agent/signups";

test("what was acknowledged before a pause happens once after it, and nothing happens meanwhile", async () => {
  const receiver = await Receiver.start();
  const partner = await newPartner(cloud);
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  const driver = await partner.driver();
  // One timer runs, and what the other requests ask for is in the stream or in a queue.
  const begun = await partner.payout(driver.id, { method: "standard" });
  await cloud.advance("0s");
  partner.waits = false;
  const [queued, email] = [await partner.payout(driver.id, { method: "instant" }), freshEmail()];
  await cloud.post(SIGNUPS, { email });

  const paused = await stage("pause", "--for", "1h", "--yes");
  expect([paused.code, paused.stderr]).toEqual([0, ""]);
  expect(paused.stdout).toMatch(/^Paused: .*\. (\d+) of \1 mappings and (\d+) of \2 functions .* wait\.\n$/);
  // What was under way ends. The timer of the first payout is due in the 20 minutes, and waits.
  await cloud.advance("0s");
  const happened = (await mailsTo(cloud, email)).length + receiver.received.length;
  await cloud.advance("20m");
  expect((await mailsTo(cloud, email)).length + receiver.received.length).toBe(happened);

  const reply = await partner.get("/v1/drivers");
  expect([reply.status, reply.json.error]).toEqual([
    503,
    expect.objectContaining({ type: "api_error", code: "service_unavailable" }),
  ]);
  const seconds = Number(reply.headers["retry-after"]);
  expect(seconds).toBeGreaterThan(2_300);
  expect(seconds).toBeLessThanOrEqual(2_400);
  const refused = await partner.post(PAYOUTS, {}, { "idempotency-key": freshEmail() });
  expect(refused.status).toBe(503);
  const page = await cloud.call("/", { headers: { accept: "text/html", "accept-language": "es" } });
  expect([page.status, page.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  expect(page.text).toMatch(/Volvemos pronto.*\d{4} a las \d+:\d\d UTC/s);
  expect((await cloud.call("/health")).status).toBe(200);
  expect((await cloud.command("list", { noun: "accounts" })).ok).toBe(true);

  expect((await stage("resume")).stdout).toBe("The stage runs.\n");
  expect((await stage("resume")).stdout).toBe("The stage runs.\n");
  await cloud.advance("6m");
  for (const { id } of [begun, queued]) expect(await payoutStatus(partner, id)).toBe("completed");
  expect(receiver.received.map(({ json }) => json.data.id).sort()).toEqual([begun.id, queued.id].sort());
  expect(await mailsTo(cloud, email)).toHaveLength(1);
});

test("after the time that was said, visitors get no time, and programs ask again in a minute", async () => {
  await stage("pause", "--for", "1m", "--yes");
  await cloud.advance("2m");
  const { headers, json } = await cloud.call("/v1/drivers");
  expect([headers["retry-after"], json.error.message]).toEqual([
    "60",
    expect.stringContaining("minutes more"),
  ]);
  expect((await cloud.call("/", { headers: { accept: "text/html" } })).text).toContain("in a few minutes");
  await stage("resume");
});

test("a pause holds every function that a schedule or a timer invokes", () => {
  const scheduled = ofType("AWS::Scheduler::Schedule").map(({ Target }) => JSON.stringify(Target.Arn));
  const ids = HELD.map(({ name }) =>
    name.replace(/(?:^|-)(\w)/g, (_: string, letter: string) => letter.toUpperCase()),
  );
  for (const arn of scheduled) expect(ids.filter((id) => arn.includes(id))).toHaveLength(1);
  // The local stage has no canary.
  expect(ids).toHaveLength(new Set(scheduled).size + timers.length);
});

test.each([
  [["pause"], "Give --yes to pause"],
  [["pause", "--for", "9h", "--yes"], "at most 6h"],
  [["halt"], "Say show, pause or resume"],
  [["show", "--sage", "prod"], "Did you mean --stage?"],
])("the command %j gets one line and the exit code 2", async (args, line) => {
  const { code, stdout, stderr } = await opsWith({}, "stage", ...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(line);
});
