import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idsOfType } from "../infra/stack/template.ts";
import { type Cloud, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { PAYOUTS } from "../support/partner/payouts.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { type AlarmFault, alarmFaults } from "./alarm-faults.ts";

const WITHIN_MINUTES = 5;
const PACE = 60;
let cloud: Cloud;
let partner: Partner;
let driver: string;
let receiver: Receiver;
type Row = { name: string; first: string; early: number; late: number | string; others: string[] };
const rows: Row[] = [];

beforeAll(async () => {
  cloud = await startCloud({ timeScale: 1 });
  receiver = await Receiver.start();
  partner = await newPartner(cloud);
  partner.waits = false;
  driver = (await partner.driver()).id;
  await partner.bankAccount(driver, "0000");
  for (let minute = 0; minute < 30; minute++) await pass();
});
afterAll(async () => {
  await cloud?.end();
  await receiver?.close();
});

/** What a partner does in a minute: reads and payouts, with any reply. */
const traffic = async () => {
  const payout = { driver_id: driver, amount: 1_000, currency: "usd" };
  const read = () => partner.get("/v1/drivers");
  const create = () => partner.post(PAYOUTS, payout, { "idempotency-key": freshEmail() });
  await Promise.all([read, read, read, read, create, create].map((call) => call().catch(() => undefined)));
};

/** Lets a minute pass. Work that never rests stops a skip, so the clock runs fast instead. */
async function pass(during: () => Promise<unknown> = traffic): Promise<void> {
  await during();
  const until = (await cloud.now()) + 60_000;
  const { at_rest } = await cloud.advanceWithin("1m", "2s");
  if (at_rest) return;
  await cloud.setPace(PACE);
  while ((await cloud.now()) < until) await new Promise((resolve) => setTimeout(resolve, 100));
  await cloud.setPace(1);
}

/** The alarms that fire. The next tax year's figures are missing whenever the IRS has not published them. */
const firing = async (reading: "state" | "late" = "state") =>
  (await cloud.alarms())
    .filter((alarm) => alarm[reading] === "ALARM" && alarm.name !== "FiguresMissing")
    .map(({ name }) => name);

async function mend({ after = "10m" }: Pick<AlarmFault, "after">): Promise<void> {
  await Promise.all([cloud.inject(), cloud.disable({}), cloud.badRelease({})]);
  for (const id of idsOfType("AWS::SQS::Queue").filter((queue) => queue.includes("DeadLetters")))
    await cloud.purge(id);
  await cloud.advanceWithin(after, "20s");
  // A skip leaves runs out, and a heartbeat is evaluated once its whole range ran.
  for (let minute = 0; minute < 9; minute++) await pass();
  for (let minute = 0; minute < 40 && (await firing()).length + (await firing("late")).length > 0; minute++)
    await pass();
}

test.each(alarmFaults)("$name: $alarm fires first", async (fault) => {
  const { name, alarm, within = WITHIN_MINUTES } = fault;
  expect(await firing()).toEqual([]);
  await fault.act(cloud);
  const row: Row = { name, first: "nothing", early: 0, late: "no", others: [] };
  for (let minute = 1; minute <= within + 20 && row.late === "no"; minute++) {
    await pass();
    const names = await firing();
    if (row.first === "nothing" && names.length > 0) {
      const first = names.includes(alarm) ? alarm : String(names[0]);
      Object.assign(row, { first, early: minute });
    }
    row.others = [...new Set([...row.others, ...names])].filter((each) => each !== row.first);
    if ((await firing("late")).includes(alarm)) row.late = minute;
  }
  rows.push(row);
  await mend(fault);
  expect(row).toMatchObject({ first: alarm, late: expect.any(Number) });
  expect(row.early).toBeLessThanOrEqual(within + 1);
});

const quiet: Record<string, () => Promise<unknown>> = {
  "a busy quarter of an hour": async () => {
    for (let minute = 0; minute < 15; minute++) await pass();
  },
  "an empty quarter of an hour": async () => {
    for (let minute = 0; minute < 15; minute++) await pass(async () => {});
  },
  "a day without requests, with the night's audit": () => cloud.advanceWithin("1d", "60s"),
  "three days in which one partner's endpoint is dead": async () => {
    receiver.answer = () => ({ status: 500 });
    await partner.create("/v1/webhooks", { url: receiver.url("/dead"), events: ["*"] });
    for (let day = 0; day < 3; day++) {
      await traffic();
      await cloud.advanceWithin("1d", "60s");
    }
    expect(receiver.at("/dead").length).toBeGreaterThan(5);
  },
  "one partner without a valid key, beside the others": async () => {
    const stranger = () => cloud.call("/v1/drivers", { headers: { authorization: "Bearer pk_test_none" } });
    const both = () => Promise.all([traffic(), ...Array.from({ length: 20 }, stranger)]);
    for (let minute = 0; minute < 10; minute++) await pass(both);
  },
};

test.each(Object.keys(quiet))("%s: nothing fires", async (name) => {
  const seen = new Set<string>();
  await quiet[name]?.();
  for (const each of [...(await firing()), ...(await firing("late"))]) seen.add(each);
  for (let minute = 0; minute < 3; minute++) {
    await pass();
    for (const each of await firing()) seen.add(each);
  }
  expect([...seen]).toEqual([]);
});

const RUNBOOK = join(import.meta.dirname, "../../infra/RUNBOOK.md");
const [BEGIN, END] = ["<!-- faults: printed by test/faults/alarms.slow.ts -->", "<!-- end of faults -->"];
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, 3)
    .map((cell) => cell.trim());

test("the runbook has the table of faults and alarms (PRINT=1 prints it)", () => {
  const lines = rows.map(
    ({ name, first, early, late, others }) =>
      `| ${name} | \`${first}\` | ${early} | ${late} | ${others.map((each) => `\`${each}\``).join(", ")} |`,
  );
  const text = readFileSync(RUNBOOK, "utf8");
  const [before = "", rest = ""] = text.split(BEGIN);
  const [table = "", after = ""] = rest.split(END);
  const head =
    "| fault | first alarm | minutes, `early` | minutes, `late` | later |\n| - | - | -: | -: | - |";
  if (process.env.PRINT)
    writeFileSync(RUNBOOK, `${before}${BEGIN}\n\n${head}\n${lines.join("\n")}\n\n${END}${after}`);
  else expect(table.trim().split("\n").slice(2).map(cellsOf)).toEqual(lines.map(cellsOf));
});
