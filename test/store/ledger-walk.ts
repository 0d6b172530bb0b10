import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, jest } from "@jest/globals";
import fc from "fast-check";
import { newFunding, SANDBOX_FUNDS } from "../../shared/domain/ledger/funding.ts";
import type { Mode, Owner } from "../../shared/domain/owner.ts";
import { type PayoutTransition, payoutTransitions, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { clock, tick } from "./century-ahead.ts";
import { expectAgreement } from "./ledger-agreement.ts";
import { Model } from "./ledger-model.ts";
import { newDriver, newOwner, payouts } from "./payout-steps.ts";

const { profileWrite } = await import("../../shared/store/account/account-profiles.ts");
const { putEnforcement } = await import("../../shared/store/ledger/enforcement.ts");
const { putFunding } = await import("../../shared/store/ledger/entries.ts");
const { deleteDriver } = await import("../../shared/store/driver/deleted-drivers.ts");
const { table } = await import("../../shared/store/table/table.ts");

const weighted = <T>(...choices: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const of = <T extends string>(...values: T[]) => fc.constantFrom(...values);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const anyMove = of<PayoutTransition>("complete", "fail", "cancel", "refund");
const anyStep = fc.record({
  what: weighted(
    [84, of("pay", "move")],
    [4, of("hire")],
    [4, of("delete")],
    [8, of("fund")],
    [2, of("enforce")],
  ),
  /** How long before the step. */
  wait: weighted([9, fc.integer({ min: 10, max: HOUR })], [1, fc.integer({ min: HOUR, max: 20 * HOUR })]),
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
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/**
 * Takes random steps of one account from a December on. After each `every` steps, and at the end, it compares
 * all that the service says of it with a model.
 */
export async function walk(mode: Mode, seed: number, steps: number, every: number): Promise<void> {
  tick(Date.UTC(new Date(clock).getUTCFullYear() + 1, 11, 22) - clock);
  const owner = { ...newOwner(), mode };
  const model = new Model(mode === "test" ? SANDBOX_FUNDS : 0);
  for (let i = 0; i < 3; i++) model.drivers.set(await newDriver(owner), "active");
  for (const [i, step] of fc.sample(anyStep, { seed, numRuns: steps }).entries()) {
    try {
      await take(owner, model, step);
      if ((i + 1) % every === 0 || i + 1 === steps) await expectAgreement(owner, model, clock);
    } catch (error) {
      (error as Error).message = `Step ${i}, ${JSON.stringify(step)}: ${(error as Error).message}`;
      throw error;
    }
  }
}

async function take(owner: Owner, model: Model, step: Step): Promise<void> {
  const now = tick(step.wait ?? (DAY - 1 - (clock % DAY) || DAY));
  const driver = [...model.drivers.keys()].at(-1 - (step.driver % Math.min(5, model.drivers.size))) ?? "";
  switch (step.what) {
    case "hire":
      model.drivers.set(await newDriver(owner), "active");
      return;
    case "fund": {
      const entry = await newFunding(step.amount, `wire ${now.getTime()}`, now);
      await tried(step, () => putFunding(owner, entry, undefined));
      return model.fund(entry.source, step.amount, entry.created_at);
    }
    case "enforce": {
      if (owner.mode === "live") return;
      const isOn = step.method === "instant";
      const profile = profileWrite(owner, { enforce_balance: isOn });
      await tried(step, () => putEnforcement(owner, isOn, profile, now));
      return model.enforce(isOn, now.toISOString());
    }
    case "pay":
      return pay(owner, model, step, driver, now);
    case "delete": {
      const remains = async () => ({ identity: "sealed", documents: [] });
      const isPending = model.of(driver, "pending").length > 0;
      const isGone = model.drivers.get(driver) === "deleted" || (isRepeated(step) && !isPending);
      const outcome = await tried(step, () => deleteDriver(owner, driver, remains, now));
      expect(outcome).toBe(isGone ? "gone" : isPending ? "pending" : "deleted");
      if (!isPending) model.drivers.set(driver, "deleted");
      return;
    }
    case "move":
      return move(owner, model, step, now);
  }
}

async function pay(owner: Owner, model: Model, step: Step, driver_id: string, now: Date): Promise<void> {
  const { amount, method } = step;
  const made = createPayout({ driver_id, amount, currency: "usd", method }, undefined, now);
  const settled = method === "instant" ? step.settled : undefined;
  const payout = settled ? settlePayout(made, settled, now) : made;
  const isActive = model.drivers.get(driver_id) === "active";
  const outcome = await tried(step, () => payouts.putPayout(owner, payout, undefined, undefined));
  const expected = !isActive ? "driver_missing" : model.covers(amount) ? "stored" : "balance_insufficient";
  expect(outcome).toBe(expected);
  const status = settled && payoutTransitions[settled].to;
  if (expected === "stored")
    model.pay(made.id, driver_id, amount, method === "instant", made.created_at, status);
}

/** Moves a payout as its callers ask. One of them succeeds, if its status allows any of the moves. */
async function move(owner: Owner, model: Model, step: Step, now: Date): Promise<void> {
  const payout = model.payouts.at(-1 - (step.payout % Math.max(1, model.payouts.length)));
  const before = payout && (await payouts.findPayout(owner, payout.id));
  if (!payout || !before) return expect(payout).toBeUndefined();
  const instants = step.moves.map(() => tick(1));
  const attempts = step.moves.map((move, i) => () => {
    const at = instants[i] ?? now;
    return payouts.movePayout(owner, before, move, settlePayout(before, move, at), at);
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
  model.move(payout, payoutTransitions[winner].to, at.toISOString());
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
