import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, jest } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import fc from "fast-check";
import { MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import type { LedgerAccount } from "../../shared/domain/ledger/entry.ts";
import { newFunding, SANDBOX_FUNDS } from "../../shared/domain/ledger/funding.ts";
import type { Mode, Owner } from "../../shared/domain/item/owner.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import {
  type PayoutTransition,
  payoutTransitions,
  type RefundReason,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { clock, tick } from "./century-ahead.ts";
import { expectAgreement, freeze, type World } from "./ledger-agreement.ts";
import { Model, type Payout, taxYear } from "./ledger-model.ts";
import { correct, newDriver } from "./payout-steps.ts";
import { newPerson, newSaver, withSavings } from "./savings-steps.ts";
import { store } from "./store.ts";

const { moveProfile, putKey, enforcementWrites, putFunding, listLedgerEntries, deleteDriver, table } = store;

const { handler: makePayouts } = await import("../../functions/events/make-payouts.ts");
const { sqs } = await import("../../shared/queues/sqs.ts");

const weighted = <T>(...choices: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const of = <T extends string>(...values: T[]) => fc.constantFrom(...values);

const ALL = { type: undefined, from: undefined, to: undefined };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const anyMove = of<PayoutTransition>("complete", "fail", "cancel", "refund");
const anyStep = fc.record({
  what: weighted(
    [78, of("pay", "move")],
    [3, of("hire", "delete", "freeze")],
    [6, of("send")],
    [8, of("fund")],
    [8, of("correct")],
    [3, of("batch")],
    [2, of("enforce")],
  ),
  /** How long before the step. Without it, the step is in the last millisecond of a day. */
  wait: weighted<number | undefined>(
    [36, fc.integer({ min: 10, max: HOUR })],
    [4, fc.integer({ min: HOUR, max: 20 * HOUR })],
    [1, fc.constant(undefined)],
  ),
  /** The process ends before a transaction is sent, or before its answer. The caller repeats the call. */
  crash: weighted<"before" | "after" | undefined>([9, fc.constant(undefined)], [1, of("before", "after")]),
  /** The caller makes the same call again, although it succeeded. */
  repeated: weighted([5, fc.constant(false)], [1, fc.constant(true)]),
  driver: fc.nat(1_000),
  amount: weighted(
    [40, fc.integer({ min: 100, max: 1_000_000 })],
    [1, fc.integer({ min: 10_000_000, max: 90_000_000 })],
  ),
  method: of("instant", "standard"),
  settled: weighted<"complete" | "fail" | undefined>(
    [2, of("complete")],
    [1, of("fail")],
    [1, fc.constant(undefined)],
  ),
  payout: weighted([3, fc.nat(40)], [1, fc.nat(10_000)]),
  /** Several are tried at the same time. */
  moves: weighted(
    [8, fc.array(anyMove, { minLength: 1, maxLength: 1 })],
    [1, fc.array(anyMove, { minLength: 2, maxLength: 4 })],
  ),
  places: fc.constantFrom(
    ...([
      ["funds", "driver"],
      ["driver", "funds"],
      ["driver", "fees"],
      ["funds", "fees"],
      ["fees", "driver"],
      ["outside", "funds"],
      ["funds", "outside"],
    ] as const),
  ),
  /** The payouts of a batch: amounts, some too small, and whose they are. */
  batch: fc.array(
    fc.tuple(weighted([9, fc.integer({ min: 100, max: 50_000 })], [1, fc.constant(1)]), fc.nat(9)),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  /** The tips, if the amount has as much. */
  tips: weighted([1, fc.constant(0)], [3, fc.nat(1_000_000)]),
  reason: of<RefundReason>("returned", "repaid"),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/**
 * Takes random steps of one account from a December on. After each `every` steps, and at the end, it compares
 * all that the service says of it with a model.
 */
export async function walk(mode: Mode, seed: number, steps: number, every: number): Promise<void> {
  tick(Date.UTC(new Date(clock).getUTCFullYear() + 1, 11, 22) - clock);
  const account = { ...newAccount({}, new Date(clock)), verified: true };
  const key = newKeyRecord(account, mode, ["payments:write"], new Date(clock));
  await putKey(account, key, key.key_id.toUpperCase(), MAX_KEYS);
  const owner = { account_id: account.account_id, mode };
  const world: World = {
    owner,
    key,
    model: new Model(),
    person: newPerson(),
    frozen: new Map(),
  };
  world.model.isEnforced = mode === "live";
  const opening = await putFunding(owner, await newFunding(1, "wire", tick()), undefined);
  if (mode === "test") world.model.fund("sandbox", SANDBOX_FUNDS, new Date(clock - 1).toISOString());
  world.model.fund("wire", 1, opening.created_at);
  world.model.cap = mode === "test" ? 300_000 : 0;
  for (const rule of [0, 7, 50]) await hire(world, rule);
  for (const [i, step] of fc.sample(anyStep, { seed, numRuns: steps }).entries()) {
    try {
      await take(world, step);
      if ((i + 1) % every === 0 || i + 1 === steps) await expectAgreement(world, clock);
    } catch (error) {
      (error as Error).message = `Step ${i}, ${JSON.stringify(step)}: ${(error as Error).message}`;
      throw error;
    }
  }
}

/** A driver who saves so many percent. All who save are one person. */
async function hire({ owner, model, person }: World, percent: number): Promise<void> {
  const id = percent ? await newSaver(owner, person, { percent }, 300_000) : await newDriver(owner);
  model.drivers.set(id, "active");
  model.rules.set(id, percent);
}

/** What a completed payout saves is what its driver wants, or all that was left in the year. */
async function expectSaved({ owner, model }: World, payout: Payout, mayFail: boolean): Promise<void> {
  const { savings_amount = 0, savings_reason } = (await store.findPayout(owner, payout.id)) ?? {};
  expect(payout.saved).toBe(savings_amount);
  const year = taxYear(payout.paidAt);
  expect(model.saved(year)).toBeLessThanOrEqual(model.cap);
  if (mayFail && savings_reason === "unavailable") return;
  if (payout.saved !== model.wish(payout)) expect(model.saved(year)).toBe(model.cap);
}

const savedOf = async (owner: Owner, id: string) => (await store.findPayout(owner, id))?.savings_amount ?? 0;

/** Sends one of the newest contributions that wait, whether or not its five days are over. */
async function send({ owner, model }: World, step: Step, now: Date): Promise<void> {
  const { data } = await store.listContributions(owner, { status: "pending" }, { limit: 40 });
  const contribution = data[step.payout % Math.max(1, data.length)];
  if (!contribution) return;
  const { id: source, amount, payout_id } = contribution;
  await tried(step, () => store.sendContribution(owner, contribution, now));
  const payout = model.payouts.find(({ id }) => id === payout_id);
  const was = { savings_pending: amount };
  model.move({
    type: "contribution_sent",
    source,
    at: now.toISOString(),
    was,
    is: { savings_sent: amount },
    payout,
  });
}

const driverAt = ({ drivers }: Model, i: number): string =>
  [...drivers.keys()].at(-1 - (i % Math.min(5, drivers.size))) ?? "";

async function take(world: World, step: Step): Promise<void> {
  const { owner, model } = world;
  const now = tick(step.wait ?? (DAY - 1 - (clock % DAY) || DAY));
  const driver = driverAt(model, step.driver);
  switch (step.what) {
    case "hire":
      return hire(world, step.driver % 51);
    case "fund": {
      const entry = await newFunding(step.amount, `wire ${now.getTime()}`, now);
      await tried(step, () => putFunding(owner, entry, undefined));
      return void model.fund(entry.source, step.amount, entry.created_at);
    }
    case "enforce": {
      if (owner.mode === "live") return;
      const isOn = step.method === "instant";
      const enforced = async () => ({
        changes: { enforce_balance: isOn },
        answer: undefined,
        beside: await enforcementWrites(owner, isOn, now),
      });
      await tried(step, () => moveProfile(owner, {}, enforced));
      // Money that an enforcing account owes is given to it.
      const owed = isOn ? -model.cents("funds") : 0;
      if (owed > 0) model.fund("overdraft", owed, now.toISOString(), "overdraft_cleared");
      model.isEnforced = isOn;
      return;
    }
    case "delete": {
      const remains = async () => ({ identity: "sealed", documents: [] });
      const isPending = model.of(driver, "pending").length > 0;
      const isGone = model.drivers.get(driver) !== "active" || (isRepeated(step) && !isPending);
      const outcome = await tried(step, () => deleteDriver(owner, driver, remains, now));
      expect(outcome).toBe(isGone ? "gone" : isPending ? "pending" : "deleted");
      if (isPending || model.drivers.get(driver) !== "active") return;
      const isKept = model.years().some((year) => model.paid(driver, year) > 0);
      model.drivers.set(driver, isKept ? "deleted" : "forgotten");
      return;
    }
    case "freeze":
      await Promise.all((step.repeated ? [1, 2] : [1]).map(() => freeze(world, now)));
      return;
    case "pay":
      return pay(world, step, driver, now);
    case "send":
      return send(world, step, now);
    case "batch":
      return payBatch(world, step, now);
    case "correct": {
      const payout = await correctEntry(world, step, driver);
      // Half of them are refunded then, if they may be.
      if (payout && step.method === "instant") await move(world, { ...step, moves: ["refund"] }, payout);
      return;
    }
    case "move":
      return move(world, step, model.payouts.at(-1 - (step.payout % Math.max(1, model.payouts.length))));
  }
}

async function pay(world: World, step: Step, driver_id: string, now: Date): Promise<void> {
  const { owner, model } = world;
  const { amount, method } = step;
  const tips = Math.min(step.tips, amount);
  const plan = (await store.findDriver(owner, driver_id))?.savings;
  const request = { driver_id, amount, tip_amount: tips, currency: "usd", method };
  const created = createPayout(request, undefined, now, plan);
  const isInstant = method === "instant";
  const settled = isInstant ? step.settled : undefined;
  const payout = settled ? settlePayout(created, settled, now) : created;
  const isActive = model.drivers.get(driver_id) === "active";
  const outcome = await tried(step, () =>
    withSavings(owner, payout, now, (one) => store.putPayout(owner, one.payout, undefined, one.writes)),
  );
  const expected = !isActive ? "driver_missing" : covers(model, amount) ? "stored" : "balance_insufficient";
  // An attempt whose answer was lost may have saved what a later one could not.
  expect(typeof outcome === "object" ? "stored" : outcome).toBe(expected);
  const { id, created_at: at } = created;
  const status = settled && payoutTransitions[settled].to;
  if (expected !== "stored") return;
  const rule = model.rules.get(driver_id) ?? 0;
  const saved = await savedOf(owner, id);
  const paid = model.pay({ id, driver: driver_id, amount, tips, isInstant, at, rule }, status, saved);
  if (status === "completed") await expectSaved(world, paid, step.crash !== undefined);
}

/** The worker of batches. Its first call meets the crash, and a message may have a duplicate. */
async function payBatch(world: World, step: Step, now: Date): Promise<void> {
  const { owner, key, model } = world;
  const wishes = step.batch.map(([amount, i]) => {
    const method: "instant" | "standard" = i % 2 ? "instant" : "standard";
    const tip_amount = Math.ceil((amount * i) / 9);
    return { driver_id: driverAt(model, i), amount, tip_amount, currency: "usd", method };
  });
  const batch = newBatch(wishes.length, key, undefined, now);
  await store.putBatch(owner, batch, wishes, undefined);
  const message = { messageId: "1", body: JSON.stringify({ kind: "batch", ...owner, batch_id: batch.id }) };
  const Records = (step.repeated ? [1, 2] : [1]).map(() => message) as SQSRecord[];
  const work = () => atInstant(clock, () => makePayouts({ Records }));
  const send = jest.spyOn(sqs, "send").mockImplementation(async () => {});
  if (step.crash) await crashed(step.crash, work);
  else await work();
  while ((await store.findPayoutBatch(owner, batch.id))?.status === "processing") {
    // The lease of a worker that was lost ends.
    tick(31_000);
    await work();
  }
  if (step.repeated) await work();
  send.mockRestore();
  const results = await store.findResults(owner, batch.id, 0, wishes.length);
  const items = wishes.map(async (one, i) => {
    const { payout_id, problem } = results.get(i) ?? {};
    return { ...one, problem, made: payout_id ? await store.findPayout(owner, payout_id) : undefined };
  });
  const outcomes = await Promise.all(items);
  // Of one instant, the entries have another order than their payouts.
  const paid: Payout[] = [];
  const byEntry = sortedBy(outcomes, ({ made }) => made?.entries[0] ?? "");
  for (const { made, driver_id: driver, amount, tip_amount: tips, method } of byEntry)
    if (made) {
      const isInstant = method === "instant";
      const status = isInstant ? "completed" : "pending";
      const rule = model.rules.get(driver) ?? 0;
      const of = { id: made.id, driver, amount, tips, isInstant, at: made.created_at, rule };
      paid.push(model.pay(of, status, made.savings_amount));
    }
  for (const payout of paid)
    if (payout.status === "completed") await expectSaved(world, payout, step.crash !== undefined);
  model.payouts.splice(0, Number.POSITIVE_INFINITY, ...sortedBy(model.payouts, ({ id }) => id));
  for (const { made, problem, amount, driver_id } of outcomes) {
    const isGood = owner.mode === "test" && amount > 1 && model.drivers.get(driver_id) === "active";
    // Nothing came back meanwhile, so what is too little in the end is less than it was.
    if (isGood && !made)
      expect([problem?.code, covers(model, amount)]).toEqual(["balance_insufficient", false]);
    else expect([problem?.code, Boolean(made)]).toEqual([isGood ? undefined : expect.any(String), isGood]);
  }
}

const isEarned = (account: string) => account !== "funds" && account !== "outside";
const covers = ({ isEnforced, cents }: Model, amount: number) => !isEnforced || amount <= cents("funds");

const sortedBy = <T>(all: readonly T[], key: (one: T) => string): T[] =>
  all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/** Corrects one of the newest entries, as an operator does. Returns the payout behind it. */
async function correctEntry({ owner, model }: World, step: Step, other: string) {
  const { data } = await listLedgerEntries(owner, ALL, { limit: 40 });
  const entry = data[step.payout % Math.max(1, data.length)];
  const corrected = model.changes.find((one) => one.source === entry?.source && one.at === entry.created_at);
  if (!entry || !corrected) return undefined;
  // A contribution that was sent is none of the payout's holdings.
  const payout = corrected.type === "contribution_sent" ? undefined : corrected.payout;
  const driver = step.driver % 8 === 0 ? other : (payout?.driver ?? other);
  const places = step.places.map((place) => (place === "driver" ? driver : place)) as [string, string];
  const [from, to] = places;
  const held = (payout && model.held(payout)[from]) ?? 0;
  const amount = held > 0 && !step.repeated ? Math.min(step.amount, held) : step.amount;
  const named = (place: string) => (place === driver ? `driver:${driver}` : place) as LedgerAccount;
  const isKnown = model.changes.some(({ type, source: of }) => type === "correction" && of === entry.id);
  const [source, target] = places.map(named) as [LedgerAccount, LedgerAccount];
  const booked = await tried(step, () => correct(owner, entry.id, [source, target, amount]));
  const problem = isKnown ? undefined : whyNot(model, places, { amount, held, payout });
  if (typeof booked === "string" || problem) {
    expect(booked).toBe(problem);
    return payout;
  }
  expect([booked.type, booked.source]).toEqual(["correction", entry.id]);
  const { type, source: of, created_at: at } = booked;
  if (!isKnown) model.move({ type, source: of, at, was: { [from]: amount }, is: { [to]: amount }, payout });
  return payout;
}

/** Why a correction is refused. Only what a payout holds may move, and only enforced funds have a limit. */
function whyNot(
  model: Model,
  [from, to]: [string, string],
  { amount, held, payout }: { amount: number; held: number; payout: Payout | undefined },
) {
  const earned = [from, to].filter(isEarned);
  if (!earned.every((place) => payout && ["fees", payout.driver].includes(place))) return "holds_no_earnings";
  if (earned.length > 0 && payout?.status === "pending") return "payout_pending";
  if (isEarned(from) && amount > held) return "holds_too_little";
  return from === "funds" && !covers(model, amount) ? "balance_insufficient" : undefined;
}

/** Moves a payout as its callers ask. One of them succeeds, if its status allows any of the moves. */
async function move(world: World, step: Step, payout: Payout | undefined): Promise<void> {
  const { owner, model } = world;
  const before = payout && (await store.findPayout(owner, payout.id));
  if (!payout || !before) return expect(payout).toBeUndefined();
  const instants = step.moves.map(() => tick(1));
  const attempts = step.moves.map((move, i) => () => {
    const at = instants[i] as Date;
    return withSavings(owner, settlePayout(before, move, at, { refund_reason: step.reason }), at, (one) =>
      store.movePayout(owner, before, move, one.payout, undefined, one.writes),
    );
  });
  const isAlone = attempts.length === 1;
  const moved = await Promise.all(attempts.map((attempt) => (isAlone ? tried(step, attempt) : attempt())));
  const allowed = step.moves.filter((move) => model.may(payout, payoutTransitions[move].to));
  const wasDone = isAlone && isRepeated(step);
  expect(moved.filter(Boolean)).toHaveLength(allowed.length > 0 && !wasDone ? 1 : 0);
  const nth = wasDone ? 0 : moved.indexOf(true);
  const [winner, at] = [step.moves[nth], instants[nth]];
  if (allowed.length === 0 || !winner || !at) return;
  expect(allowed).toContain(winner);
  const saved = winner === "complete" ? await savedOf(owner, payout.id) : 0;
  model.reach(payout, payoutTransitions[winner].to, at.toISOString(), saved, step.reason === "repaid");
  if (winner === "complete") await expectSaved(world, payout, step.crash !== undefined);
}

class Crash extends Error {}

/** Whether a step that succeeds has succeeded before its last call. */
const isRepeated = ({ crash, repeated }: Step) => repeated || crash === "after";

async function tried<T>({ crash, repeated }: Step, call: () => Promise<T>): Promise<T> {
  if (crash) await crashed(crash, call);
  const answer = await call();
  return repeated ? call() : answer;
}

async function crashed(crash: "before" | "after", call: () => Promise<unknown>): Promise<void> {
  const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
  const spy = jest.spyOn(table, "send").mockImplementation((async (command: unknown) => {
    const isTransaction = command instanceof TransactWriteCommand;
    const answer = isTransaction && crash === "before" ? undefined : await send(command);
    if (isTransaction) throw new Crash();
    return answer;
  }) as never);
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  } finally {
    spy.mockRestore();
  }
}
