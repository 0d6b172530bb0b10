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
import { pageOf } from "../support/page.ts";

// The whole stage stops, so no other suite shares it.
const cloud = await startCloud();
const stage = (...args: string[]) => opsWith({}, "stage", ...args, "--url", cloud.url);
const SIGNUPS = "/api/agent/signups";

test("a paused stage answers with the time that is left, and operators and the health check can read", async () => {
  const partner = await newPartner(cloud);
  // Every reply is checked with the API's document, which is read before the pause.
  await partner.read("/v1/drivers");
  partner.waits = false;
  const counts = /^Paused: .*\. (\d+) of \1 mappings and (\d+) of \2 functions .* wait\.\n$/;
  const paused = { code: 0, stderr: "", stdout: expect.stringMatching(counts) };
  expect(await stage("pause", "--for", "1h", "--yes")).toEqual(paused);
  await cloud.advance("20m");
  const { status, json, headers } = await partner.get("/v1/drivers");
  expect([status, json.error.type, json.error.code]).toEqual([503, "api_error", "service_unavailable"]);
  const seconds = Number(headers["retry-after"]);
  expect({ seconds, isOfTheRest: seconds > 2_300 && seconds <= 2_400 }).toMatchObject({ isOfTheRest: true });
  const page = await cloud.call("/", { headers: { accept: "text/html", "accept-language": "es" } });
  expect([page.status, page.headers["content-type"], pageOf(page).text]).toEqual([
    503,
    "text/html; charset=utf-8",
    expect.stringMatching(/Volvemos pronto.*\d{4} a las \d+:\d\d UTC/s),
  ]);
  const write = await partner.post(PAYOUTS, {}, { "idempotency-key": freshEmail() });
  const { ok } = await cloud.command("list", { noun: "accounts" });
  expect([write.status, (await cloud.call("/health")).status, ok]).toEqual([503, 200, true]);
  const resumed = [await stage("resume"), await stage("resume")];
  expect(resumed.map(({ stdout }) => stdout)).toEqual(["The stage runs.\n", "The stage runs.\n"]);
});

test("what was acknowledged before a pause happens once after it, and nothing happens meanwhile", async () => {
  const receiver = await Receiver.start();
  const partner = await newPartner(cloud);
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  const driver = await partner.driver();
  // One timer runs, and what the other requests ask for is in the stream or in a queue.
  const begun = await partner.payout(driver.id, { method: "standard" });
  await cloud.advance("0s");
  const [queued, email] = [await partner.payout(driver.id, { method: "instant" }), freshEmail()];
  await cloud.post(SIGNUPS, { email });
  await stage("pause", "--for", "1h", "--yes");
  // What was under way ends. The timer of the first payout is due in the 20 minutes, and waits.
  await cloud.advance("0s");
  const happened = async () => [(await mailsTo(cloud, email)).length, receiver.received.length];
  const before = await happened();
  await cloud.advance("20m");
  expect(await happened()).toEqual(before);
  await stage("resume");
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
