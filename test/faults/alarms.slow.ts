import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idsOfType } from "../infra/stack/template.ts";
import { type Cloud, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { newPartner, Partner } from "../support/partner/platform.ts";
import { PAYOUTS } from "../support/partner/payouts.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { BundledLater } from "../../infra/stack/local/bundled-later.ts";
import { ServiceStack } from "../../infra/stack/service-stack.ts";
import { readSettings } from "../../infra/stack/settings/settings.ts";
import { ach, newApp } from "../infra/stack/synthesise-stage.ts";
import { newSignup } from "../support/partner/signup.ts";
import { handlers } from "../support/process/artifacts.ts";
import { prepared } from "../support/process/prepared.ts";
import { alarmFaults, canaryOf, CERTIFICATE, NOT_CAUSED, nextAt, WARM_UP } from "./alarm-faults.ts";

const WITHIN_MINUTES = 5;
/** A Sunday and the end of a month follow. */
const SATURDAY = "2026-08-29T08:00Z";
/** How fast the clock runs where it cannot skip. */
const PACE = 60;
let start: (dataDir?: string) => Promise<Cloud>;
let cloud: Cloud;
let partner: Partner;
let driver: string;
let receiver: Receiver;
type Row = {
  name: string;
  first: string;
  early: number;
  late: number | string;
  rollsBack: boolean;
  others: string[];
};
const rows: Row[] = [];

beforeAll(async () => {
  const app = newApp({ "aws:cdk:enable-path-metadata": true });
  const stage = {
    mailFrom: "hello@mail.example.com",
    openFactor: 1_000,
    canary: true,
    limiterDeadlineMs: 6_000,
    rail: "ach" as const,
    ach,
  };
  // Without a domain, the local cloud has nothing to serve it with, and still an alarm on its certificate.
  const settings = { ...readSettings("local", stage, {}), certificateArn: CERTIFICATE };
  const code = (name: string) => new BundledLater(name);
  new ServiceStack(app, "PortableRoth-local", { stage: "local", settings, code });
  app.synth();
  await prepared("together");
  process.env.CLOCK_AHEAD_MS ??= String(Date.parse(SATURDAY) - Date.now());
  start = (dataDir?: string) =>
    startCloud({
      assembly: app.outdir,
      timeScale: 1,
      handlers,
      args: ["--quiet", "--bank"],
      ...(dataDir && { dataDir }),
    });
  cloud = await start();
  receiver = await Receiver.start();
});
afterAll(async () => {
  if (!process.env.START_AT) delete process.env.CLOCK_AHEAD_MS;
  await cloud?.end();
  await receiver?.close();
});

/** What a partner and people do in a minute, with any reply. 0: one read. -1: nothing. */
const traffic = async (times = 1) => {
  const payout = { driver_id: driver, amount: 1_000, currency: "usd", method: "standard" };
  const read = () => partner.get("/v1/drivers");
  const create = () => partner.post(PAYOUTS, payout, { "idempotency-key": freshEmail() });
  if (times < 0) return;
  const often = Array.from({ length: times }, () => [read, read, read, read, create]).flat();
  const calls =
    times === 0
      ? [read]
      : [...often, create, () => newSignup(cloud), () => newSignup(cloud, { sandbox: true })];
  await Promise.all(calls.map((call) => call().catch(() => undefined)));
};

/** Lets a minute pass. Work that does not `rest` in time stops a skip, so the clock runs fast instead. */
async function pass(during: () => Promise<unknown> = traffic, rest = "20s"): Promise<void> {
  await during();
  const until = (await cloud.now()) + 60_000;
  const { at_rest } = await cloud.advanceWithin("1m", rest);
  if (at_rest) return;
  await cloud.setPace(PACE);
  while ((await cloud.now()) < until) await new Promise((resolve) => setTimeout(resolve, 20));
  await cloud.setPace(1);
}

test("in the first hour of a new stage, nothing fires", async () => {
  expect(await firedIn(30, async () => {})).toEqual([]);
  partner = await newPartner(cloud);
  partner.waits = false;
  driver = (await partner.driver()).id;
  await partner.bankAccount(driver, "0000");
  await partner.create("/v1/webhooks", { url: receiver.url("/alive"), events: ["*"] });
  expect(await firedIn(30)).toEqual([]);
});

/** The alarm for a release, and the next tax year's figures, which the IRS may not have published. */
const NOT_COUNTED = /-BadRelease$|^FiguresMissing$/;
const alarmsBy = async (reading: "state" | "late") =>
  (await cloud.alarms()).filter((alarm) => alarm[reading] === "ALARM").map(({ name }) => name);
const firing = async (reading: "state" | "late" = "state") =>
  (await alarmsBy(reading)).filter((name) => !NOT_COUNTED.test(name));

/** Which alarms fire in so many minutes, in either reading. */
async function firedIn(minutes: number, during?: () => Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  for (let minute = 0; minute < minutes; minute++) {
    await pass(during);
    for (const name of [...(await firing()), ...(await firing("late"))]) seen.add(name);
  }
  return [...seen];
}

/** Ends the fault, and continues as a new stage: values of an error stay in a window of six hours. */
async function mend(): Promise<void> {
  await Promise.all([
    cloud.inject(),
    cloud.disable({}),
    cloud.badRelease({}),
    cloud.account(),
    cloud.revoke(),
  ]);
  for (const id of idsOfType("AWS::SQS::Queue").filter((queue) => /DeadLetters|^TaxWalks/.test(queue)))
    await cloud.purge(id);
  const quietly = () => pass(() => traffic(0));
  for (let minute = 0; minute < 3; minute++) await quietly();
  await cloud.forgetAlarms();
  // A heartbeat is evaluated once its whole range ran.
  for (let minute = 0; minute < 9; minute++) await quietly();
  for (let minute = 0; minute < 40 && (await firing()).length + (await firing("late")).length > 0; minute++)
    await quietly();
}

const quiet: Record<string, () => Promise<string[]>> = {
  "a busy quarter of an hour": () => firedIn(15, () => traffic(5)),
  "an empty quarter of an hour": () => firedIn(15, async () => {}),
  "a deployment, for which everything restarts": async () => {
    const { dataDir } = cloud;
    await cloud.end();
    cloud = await start(dataDir);
    partner = new Partner(cloud, partner.key, partner.keyId, partner.accountId);
    return firedIn(15);
  },
  "one partner without a valid key, beside the others": () => {
    const stranger = () => cloud.call("/v1/drivers", { headers: { authorization: "Bearer pk_test_none" } });
    return firedIn(10, () => Promise.all([traffic(), ...Array.from({ length: 20 }, stranger)]));
  },
  "a Sunday, on which one partner's endpoint is dead": async () => {
    receiver.answer = ({ path }) => ({ status: path === "/dead" ? 500 : 204 });
    await partner.create("/v1/webhooks", { url: receiver.url("/dead"), events: ["*"] });
    return dayAfter((now) => new Date(now).getUTCDay() === 0);
  },
  "the first day of a month, the third with a dead endpoint": async () => {
    const seen = await dayAfter((now) => new Date(now).getUTCDate() === 1);
    expect(receiver.at("/dead").length).toBeGreaterThan(5);
    return seen;
  },
};

/** Lets time pass until the next such day, and through its night with its walks, without a canary. */
async function dayAfter(isWanted: (now: number) => boolean): Promise<string[]> {
  await cloud.disable({ schedules: await canaryOf(cloud) });
  do await cloud.advanceTo(nextAt(await cloud.now(), 0));
  while (!isWanted(await cloud.now()));
  const night = await firedIn(1);
  await cloud.advanceWithin("7h", "60s");
  const seen = [...night, ...(await firedIn(10))];
  await cloud.disable({});
  for (let minute = 0; minute < 10; minute++) await pass();
  return seen.filter((name) => !["NoTraffic", "CanaryFails"].includes(name));
}

test.each(Object.keys(quiet))("%s: nothing fires", async (name) => {
  expect(await quiet[name]?.()).toEqual([]);
  expect(await firedIn(3)).toEqual([]);
});

test.each(alarmFaults)("$name: $alarm fires first", async (fault) => {
  const { name, alarm, within = WITHIN_MINUTES, busy = 1, restless, later = [], again } = fault;
  expect(await firing()).toEqual([]);
  await fault.act(cloud);
  const row: Row = { name, first: "nothing", early: 0, late: "no", rollsBack: false, others: [] };
  const isSeen = (each: string) => row.others.includes(each);
  const last = within + 20 + (later.length > 0 ? WARM_UP : 0);
  for (let minute = 1; minute <= last && !(row.late !== "no" && later.every(isSeen)); minute++) {
    await pass(() => traffic(busy), restless ? "0.3s" : undefined);
    if (again) await fault.act(cloud);
    const names = await firing();
    row.rollsBack ||= (await alarmsBy("state")).some((each) => each.endsWith("-BadRelease"));
    if (row.first === "nothing" && names.length > 0) {
      const first = names.includes(alarm) ? alarm : String(names[0]);
      Object.assign(row, { first, early: minute });
    }
    row.others = [...new Set([...row.others, ...names])].filter((each) => each !== row.first);
    if (row.late === "no" && (await firing("late")).includes(alarm)) row.late = minute;
  }
  rows.push(row);
  await mend();
  expect(row).toMatchObject({
    first: alarm,
    late: expect.any(Number),
    others: expect.arrayContaining(later),
  });
  if (name.startsWith("a release ")) expect(row.rollsBack).toBe(true);
  expect(row.early).toBeLessThanOrEqual(within + 1);
});

test("each alarm is the first or a later one of some row, or has a reason", async () => {
  const seen = [...rows.flatMap(({ first, others }) => [first, ...others]), ...Object.keys(NOT_CAUSED)];
  const ids = (await cloud.alarms()).map(({ name }) => name.replace(/^.*-/, ""));
  expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
});

const PAGE = join(import.meta.dirname, "../../infra/operations/runbook/faults.md");
const BEGIN = "<!-- faults: printed by test/faults/alarms.slow.ts -->";
const END = "<!-- end of faults -->";
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, 3)
    .map((cell) => cell.trim());

test("the runbook has the table of faults and alarms (PRINT=1 prints it)", () => {
  const lines = rows.map(
    ({ name, first, early, late, rollsBack, others }) =>
      `| ${name} | \`${first}\` | ${early} | ${late} | ${rollsBack ? "yes" : ""} | ${others.map((each) => `\`${each}\``).join(", ")} |`,
  );
  const text = readFileSync(PAGE, "utf8");
  const [before = "", rest = ""] = text.split(BEGIN);
  const [table = "", after = ""] = rest.split(END);
  const head =
    "| fault | first alarm | minutes, `early` | minutes, `late` | rolls back | later |\n| - | - | -: | -: | - | - |";
  if (process.env.PRINT)
    writeFileSync(PAGE, `${before}${BEGIN}\n\n${head}\n${lines.join("\n")}\n\n${END}${after}`);
  else expect(table.trim().split("\n").slice(2).map(cellsOf)).toEqual(lines.map(cellsOf));
});
