import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { endSuite } from "../../infra/local/test/support/suite-end.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { expectPaidOnce } from "../support/partner/payouts.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const SIGNUPS = "/api/agent/signups";
const THROTTLE = { kind: "throttle", action: "states:StartExecution" } as const;

afterEach(endSuite);

const start = async (cloud: Cloud, json: object): Promise<string> =>
  (await cloud.post(SIGNUPS, { email: freshEmail(), ...json }, { from: freshAddress() })).json.signup_id;
const statusOf = async (cloud: Cloud, id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;

test("while Step Functions refuses starts for an hour, every email and event is on time, and no timer is lost", async () => {
  const cloud = await startCloud();
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
  // The alarm of the starts writes to operators.
  const mails = async (): Promise<Json[]> =>
    (await cloud.call("/_local/mailbox/json")).json.filter(
      ({ subject }: Json) => !/^(ALARM|OK)/.test(subject),
    );
  const paid = () => receiver.received.map(({ json }) => json.data.id).sort();

  await cloud.inject(THROTTLE);
  const { id: driver } = await partner.driver();
  const payout = await partner.payout(driver, { method: "standard" });
  const signup = await start(cloud, { sandbox: true });
  const instant: string[] = [];
  for (let i = 1; i <= 4; i++) {
    await start(cloud, {});
    instant.push((await partner.payout((await partner.driver()).id, { method: "instant" })).id);
    // Everything that needs no time happens at once.
    await cloud.advance("1s");
    expect(await mails()).toHaveLength(i);
    expect(paid()).toEqual([...instant, ...(i === 1 ? [] : [payout.id])].sort());
    await cloud.advance("15m");
  }
  expect(await statusOf(cloud, signup)).toBe("initiated");
  // Payouts do not need Step Functions.
  await expectPaidOnce(partner, driver);

  // Created in the throttle's last seconds: its start is late, and its steps are not.
  const last = await start(cloud, { sandbox: true });
  const created = Date.parse((await cloud.call(`${SIGNUPS}/${last}`)).json.created_at);
  await cloud.advance("30s");
  await cloud.inject();
  for (const [seconds, expected] of [
    [58, "initiated"],
    [63, "waitlist_joined"],
    [178, "waitlist_joined"],
    [181, "account_opened"],
  ] as const) {
    await cloud.advanceTo(created + seconds * 1000);
    expect([seconds, await statusOf(cloud, last)]).toEqual([seconds, expected]);
  }
  expect(await statusOf(cloud, signup)).toBe("account_opened");
  expect(paid()).toEqual([...instant, payout.id].sort());
  expect(await mails()).toHaveLength(4);
}, 240_000);

test("relay redrive starts failed, timed-out and aborted timers under a new name, and none of them twice", async () => {
  const first = await startCloud();
  const since = new Date(await first.now()).toISOString();
  const journal = join(first.dataDir, "executions.jsonl");
  const lines = (): Json[] =>
    readFileSync(journal, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const started = () => lines().flatMap(({ started }) => started?.arn.split(":").at(-1) ?? []);
  const redrive = async (cloud: Cloud) =>
    (await opsWith({}, "relay", "redrive", "--since", since, "--url", cloud.url)).stdout;
  const entries = /^\d+ entries and events were relayed/;

  const owner = await newPartner(first);
  const ids: string[] = [];
  await first.inject({ kind: "error", caller: "erase-driver" });
  for (let i = 0; i < 3; i++) {
    const { id } = await owner.driver();
    await owner.call(`/v1/drivers/${id}`, { method: "DELETE" });
    ids.push(id);
  }
  await first.advance("20h");
  expect(lines().flatMap(({ status }) => status ?? [])).toEqual(["FAILED", "FAILED", "FAILED"]);
  expect(await redrive(first)).toMatch(/, timers started again: 3\n$/);
  await first.advance("20h");
  expect(started().sort()).toEqual([...ids, ...ids.map((id) => `${id}-r1`)].sort());

  // An operator can abort an execution on AWS, and an older definition may have had a timeout.
  await first.end();
  const other = new Map([
    [`${ids[1]}-r1`, "TIMED_OUT"],
    [`${ids[2]}-r1`, "ABORTED"],
  ]);
  const ended = lines().map((line) => {
    const status = other.get(String(line.ended).split(":").at(-1) ?? "");
    return JSON.stringify(status ? { ...line, status } : line);
  });
  writeFileSync(journal, `${ended.join("\n")}\n`);
  const cloud = await startCloud({ dataDir: first.dataDir });

  // Twice at once, and again when all are done.
  expect(await redrive(cloud)).toMatch(/, timers started again: 3\n$/);
  expect(await redrive(cloud)).toMatch(entries);
  await cloud.advance("2m");
  expect(await redrive(cloud)).toMatch(entries);
  await cloud.advance("2m");
  const names = ["", "-r1", "-r2"].flatMap((restart) => ids.map((id) => `${id}${restart}`));
  expect(started().sort()).toEqual(names.sort());
  expect(lines().filter(({ status }) => status === "SUCCEEDED")).toHaveLength(3);
}, 240_000);
