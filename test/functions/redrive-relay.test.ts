import { beforeEach, expect, test } from "@jest/globals";
import { sortableId } from "../../shared/domain/item/ids.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";
import { startTimerStub } from "../support/cloud/timer-stub.ts";

await startEngine();
const queues = await startQueues();
const timers = await startTimerStub();
process.env.TIMER_QUEUES = JSON.stringify({ "replay-events": process.env.FAN_OUT_QUEUE_URL });
const { redrive } = await import("../../shared/operators/redrive-relay.ts");
const directory = await import("../../shared/store/account/account-directory.ts");
const { keys } = await import("../../shared/store/keys/keys.ts");
const outbox = await import("../../shared/store/table/outbox.ts");
const tables = await import("../../shared/store/table/table.ts");
const writes = await import("../../shared/store/table/writes.ts");
beforeEach(() => {
  queues.sent.length = 0;
  queues.messages.length = 0;
  timers.asked.length = 0;
});

/** A century ahead: engines delete expired items by their own clock. */
const now = new Date("2126-11-21T12:30:00.000Z");
const since = new Date("2126-11-21T11:00:00.000Z");
const hour = "2126-11-21T11";
const nextHour = "2126-11-21T12";
const patient = 60_000;
/** Time is out before the first item is relayed. */
const hasty = -1;

const run = (timeoutMs: number, resume?: string) =>
  redrive(since, { resume, restored: false }, now, timeoutMs);

/** Runs the command without time until it has ended, and returns the places in which runs stopped. */
async function redriveInHaste(from?: string): Promise<string[]> {
  const places: string[] = [];
  for (let resume = from; places.length < 200; ) {
    const { ok, next } = await run(hasty, resume);
    expect(ok).toBe(true);
    if (!next) return places;
    resume = String(next.resume);
    places.push(resume);
  }
  throw new Error(`The runs never end: ${places.slice(-3).join(", ")}`);
}

/** Puts the hints of deliveries into the outbox, one a second. */
async function putHints(count: number, at: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `dlv_${at}_${i}`);
  const start = Date.parse(`${at}:10:00.000Z`);
  const entries = ids.map((delivery_id, i) =>
    outbox.outboxWrite(
      { kind: "deliver", account_id: "acct_0", mode: "test", endpoint_id: "wh_0", delivery_id },
      new Date(start + i * 1_000),
    ),
  );
  expect(await tables.transact(entries)).toBeUndefined();
  return ids.sort();
}

async function putEvents(owner: Owner, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) =>
    sortableId("evt_", new Date(since.getTime() + i * 1_000)),
  );
  const event = { type: "driver.created", body: JSON.stringify({ data: {} }) };
  await tables.transact(
    ids.map((id) => writes.putNew({ ...keys.event(owner, id), ...owner, event_id: id, ...event })),
  );
  return ids;
}

const hinted = () => [...new Set(queues.sent.map(({ delivery_id }) => delivery_id))].sort();

test("runs without time get past a large hour and a large account, and reach what follows", async () => {
  const large = await putHints(20, hour);
  const small = await putHints(2, nextHour);
  const accounts = [sortableId("acct_", now), sortableId("acct_", now)];
  const events: string[] = [];
  for (const account_id of accounts) {
    await tables.transact([directory.directoryWrite(account_id)]);
    for (const mode of ["test", "live"] as const) events.push(...(await putEvents({ account_id, mode }, 10)));
  }

  const places = await redriveInHaste();
  expect(places.length).toBeGreaterThan(10);
  expect(places.every((place) => place.length <= 100)).toBe(true);
  expect(new Set(places).size).toBe(places.length);
  expect(hinted()).toEqual([...large, ...small].sort());
  const fannedOut = queues.messages.map((message) => JSON.parse(message).event_id);
  expect([...new Set(fannedOut)].sort()).toEqual(events.sort());
});

test("a resume without an item starts with the first item of its place", async () => {
  const { ok, next } = await run(patient, nextHour);
  expect({ ok, next }).toEqual({ ok: true, next: undefined });
  expect(hinted()).toEqual([`dlv_${nextHour}_0`, `dlv_${nextHour}_1`]);
  queues.sent.length = 0;
  await run(patient, hour);
  expect(hinted()).toHaveLength(22);
});

test("a resume with an unknown place is refused", async () => {
  await expect(run(patient, "acct_unknown/evt_1")).rejects.toThrow("There is no such place");
});

test("a redrive lists the ends since its instant, and not those of the 90 days before", async () => {
  const name = "pay_ended";
  const entry = { kind: "timer", timer: "replay-events", name, input: { id: name, at: "" } } as const;
  await tables.transact([outbox.outboxWrite(entry, since)]);
  const ended = (minutes: number) => ({
    name: `pay_${minutes}`,
    at: new Date(since.getTime() + minutes * 60_000),
  });
  timers.pages = [
    [ended(80), ended(50)],
    [{ ...ended(20), name }, ended(-10)],
    [ended(-20), ended(-30)],
  ];
  const { message } = await redrive(since, { resume: undefined, restored: true }, now, patient);
  expect(message).toContain("timers started again: 1");
  expect(queues.messages.map((each) => JSON.parse(each).name)).toContain(`${name}-r1`);
  for (const status of ["SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"]) {
    const pages = timers.asked.filter(({ statusFilter }) => statusFilter === status);
    expect(pages.map(({ page }) => page)).toEqual([0, 1]);
  }
});
