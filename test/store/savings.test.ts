import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/item/owner.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { tick } from "./century-ahead.ts";
import { audited, newOwner } from "./payout-steps.ts";
import {
  agreementIdOf,
  contributionOf,
  moveAt,
  newPerson,
  newSaver,
  payAt,
  savedOf,
} from "./savings-steps.ts";
import { store } from "./store.ts";

const { table, transact, findBalance } = store;

const { contribute } = await import("../../shared/http/savings/contribute.ts");
const { keys } = await import("../../shared/store/keys/keys.ts");
const { change } = await import("../../shared/store/table/writes.ts");

afterEach(() => {
  jest.restoreAllMocks();
});

const splitOf = (payout: Payout) => {
  const { bank_amount, savings_amount, savings_reason } = publicPayout(payout);
  return [bank_amount, savings_amount, savings_reason];
};

/** A person who saves from one driver's payouts. */
async function oneSaver(cap?: number, owner = newOwner(), rule = { percent: 10 }) {
  const person = newPerson();
  const driver = await newSaver(owner, person, rule, cap);
  return { owner, person, driver, pay: (amount: number) => payAt(owner, driver, amount, tick(), "standard") };
}

const completed = async (owner: Owner, pending: Payout, now = tick()) =>
  moveAt(owner, pending, "complete", now);

describe("the savings of a person", () => {
  test("end with a contribution that is cut, and begin again with the next tax year", async () => {
    const { owner, person, pay } = await oneSaver(10_050);
    const at = (date: string) => tick(Date.parse(`${date}T12:00:00.000Z`) - tick(0).getTime());
    at("2126-12-26");
    const year = await Promise.all([await pay(100_000), await pay(1_000), await pay(1_000)]);
    const same: unknown[] = [];
    for (const pending of year) same.push(splitOf(await completed(owner, pending)));
    expect(same).toEqual([
      [90_000, 10_000, null],
      [950, 50, "limited"],
      [1_000, 0, "limit_reached"],
    ]);
    at("2126-12-27");
    expect(splitOf(await completed(owner, await pay(1_000)))).toEqual([900, 100, null]);
    expect([await savedOf(owner, person, 2126), await savedOf(owner, person, 2127)]).toEqual([10_050, 100]);
    expect(await audited(owner)).toEqual([]);
  });

  test("follow the newest cap, and payouts without a plan save nothing", async () => {
    const { owner, person, driver, pay } = await oneSaver();
    const pending = await pay(1_000);
    expect(splitOf(pending)).toEqual([1_000, 0, "not_completed"]);
    await transact([
      store.planWrite(owner, driver, undefined),
      store.saverWrite(owner, person, { cap: 50 }, "x"),
    ]);
    expect(splitOf(await pay(1_000))).toEqual([1_000, 0, null]);
    expect(splitOf(await completed(owner, pending))).toEqual([950, 50, "limited"]);
  });

  test("of one mailbox are another saver in each account of test mode, and one saver in live mode", async () => {
    const email = `${newPerson()}@example.com`;
    const keyOf = async (owner: Owner) => keys.saver(owner, await store.personWith(owner, email)).pk;
    const accounts = [newOwner(), newOwner()];
    const test = await Promise.all(accounts.map(keyOf));
    const live = await Promise.all(accounts.map((owner) => keyOf({ ...owner, mode: "live" })));
    expect([new Set(test).size, new Set(live).size]).toEqual([2, 1]);
  });
});

/** What ends savings at once: the person is gone, or the agreement ended, also if they agreed to another. */
const endings = {
  "the person stops all savings": (owner: Owner, person: string) =>
    transact([store.stopSaverWrite(owner, person, tick())]),
  "the agreement ends": async (owner: Owner, person: string, driver: string) => {
    const member = (agreement: string) => new Set([store.memberOf(owner, driver, agreement)]);
    const saver = keys.saver(owner, person);
    // DynamoDB refuses an update that adds to a set and takes out of it.
    await transact([change(saver, { takeOut: { agreements: member(agreementIdOf(driver)) } })]);
    await transact([change(saver, { add: { agreements: member("sav_newer") } })]);
  },
};

describe.each(Object.entries(endings))("a pending payout saves nothing if %s", (_, ending) => {
  test("before it completes", async () => {
    const { owner, person, driver, pay } = await oneSaver();
    const pending = await pay(1_000);
    await ending(owner, person, driver);
    expect(splitOf(await completed(owner, pending))).toEqual([1_000, 0, "ended"]);
    expect(await savedOf(owner, person, 2127)).toBe(0);
  });

  test("between the read and the write of its completion", async () => {
    const { owner, person, driver, pay } = await oneSaver();
    const pending = await pay(1_000);
    const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
    let hasEnded = false;
    jest.spyOn(table, "send").mockImplementation((async (command: unknown) => {
      if (!hasEnded && isSaving(command)) {
        hasEnded = true;
        await ending(owner, person, driver);
      }
      return send(command);
    }) as never);
    expect(splitOf(await completed(owner, pending))).toEqual([1_000, 0, "ended"]);
    expect([hasEnded, await savedOf(owner, person, 2127)]).toEqual([true, 0]);
    expect(await audited(owner)).toEqual([]);
  });
});

/** The table refuses or loses what a predicate names, once or for ever. */
function breakTable(isHit: (command: unknown) => boolean, when: "before" | "after", times = 1) {
  const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
  let left = times;
  jest.spyOn(table, "send").mockImplementation((async (command: unknown) => {
    if (left === 0 || !isHit(command)) return send(command);
    left--;
    if (when === "after") await send(command);
    throw new Error("The table is down");
  }) as never);
}
const isSaverRead = (command: unknown) =>
  command instanceof GetCommand && String(command.input.Key?.pk).startsWith("SAVER#");
const isSaving = (command: unknown) =>
  command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('"SAVER#');

test.each([
  ["the saver cannot be read", isSaverRead, "before", 100, "unavailable"],
  ["the saver cannot be written", isSaving, "before", 100, "unavailable"],
  ["the answer to the write is lost", isSaving, "after", 1, null],
] as const)("a payout with savings completes when %s", async (_, isHit, when, times, reason) => {
  const { owner, person, driver } = await oneSaver();
  breakTable(isHit, when, times);
  const payout = await payAt(owner, driver, 10_000, tick());
  const saved = reason ? 0 : 985;
  expect(splitOf(payout)).toEqual([9_850 - saved, saved, reason]);
  jest.restoreAllMocks();
  expect(await savedOf(owner, person, 2127)).toBe(saved);
  expect(await audited(owner)).toEqual([]);
});

describe("a refund", () => {
  test.each([
    ["before the sending takes the savings back, and gives the room back", false, 10_000, 0, "reversed"],
    ["after the sending leaves the savings, and their room", true, 9_000, 1_000, "settled"],
  ])("%s", async (_, isSent, back, kept, status) => {
    const { owner, person, driver, pay } = await oneSaver();
    const payout = await completed(owner, await pay(10_000));
    const contribution = await contributionOf(owner, payout);
    // Of calls that read it at the same time, pending or sent, one settles it.
    const pending = contribution;
    const sent = { ...contribution, status: "sent" as const };
    const calls = isSent
      ? ([
          [pending, "settled"],
          [pending, "passed"],
          [sent, "passed"],
        ] as const)
      : [];
    for (const [read, outcome] of calls) expect(await contribute(owner, read, tick())).toBe(outcome);
    const { available } = await findBalance(owner);
    const refunded = await moveAt(owner, payout, "refund", tick());
    expect(publicPayout(refunded)).toMatchObject({ status: "refunded", refunded_amount: back });
    expect((await findBalance(owner)).available - available).toBe(back);
    expect(await savedOf(owner, person, 2127)).toBe(kept);
    const { totals } = (await store.findDriver(owner, driver)) ?? {};
    expect(totals).toMatchObject({ lifetime_payouts: kept, cents: 0, paid_2126: kept });
    expect(await contributionOf(owner, payout)).toMatchObject({ status });
    expect(await audited(owner)).toEqual([]);
  });
});
