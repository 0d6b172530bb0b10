import { expect, jest, test } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import { createDriver, type Driver } from "../../shared/domain/driver/driver.ts";
import { addressOf, type Owner, ownerKey } from "../../shared/domain/item/owner.ts";
import { type Agreement, invited } from "../../shared/domain/savings/agreement.ts";
import { sandboxContributions } from "../../shared/domain/savings/contribution-rail.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { receiptOf } from "../support/receipts.ts";
import { clock, tick } from "./century-ahead.ts";
import { audited, newOwner } from "./payout-steps.ts";
import { moveAt, newPerson, newSaver, payAt, SAVER_EMAIL, savedOf } from "./savings-steps.ts";
import { engine, store } from "./store.ts";

const { freezeNextDay, findSettlementUntil, moveDriver, deleteDriver, hashMailbox } = store;

const { handler } = await import("../../functions/events/walk-tax-events.ts");

const { handler: eraseDriver } = await import("../../functions/timers/erase-driver.ts");

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The walk of a day over one owner, with the pages that it asks for itself. */
async function walked(owner: Owner, day: string): Promise<number> {
  const walk = { event: "contribution.settled", day };
  let pages = 0;
  for (let page: unknown = { kind: "tax_page", walk, of: owner }; page; pages++) {
    const known = new Set((await engine.items("OUTBOX")).map(({ sk }) => sk));
    const Records = [{ messageId: "1", body: JSON.stringify(page) }] as SQSRecord[];
    const answer = await atInstant(clock, () => handler({ Records }));
    expect(answer.batchItemFailures).toEqual([]);
    page = (await engine.items("OUTBOX")).find(({ sk, kind }) => kind === "tax_page" && !known.has(sk));
  }
  return pages;
}

const statuses = async (owner: Owner) => {
  const { data } = await store.listContributions(owner, {}, { limit: 100 });
  return Object.entries(Object.groupBy(data, ({ status }) => status)).map(([of, group]) => [
    of,
    group?.length,
  ]);
};

test("the walk sends each contribution after five days and settles it, also one whose custodian failed at first", async () => {
  const owner = newOwner();
  const driver = await newSaver(owner, newPerson(), { percent: 10 });
  const ids: (string | undefined)[] = [];
  for (let i = 0; i < 30; i++) ids.push((await payAt(owner, driver, 1_000, tick())).contribution_id);
  tick(5 * DAY - HOUR);
  expect([await walked(owner, "1"), await statuses(owner)]).toEqual([1, [["pending", 30]]]);
  tick(2 * HOUR);
  let isDown = true;
  const send = jest.spyOn(sandboxContributions, "send").mockImplementation(async ({ id, tax_year }) => {
    expect(tax_year).toBe(new Date(clock).getUTCFullYear());
    if (isDown && id === ids[2]) throw new Error("The custodian is down");
    return !(isDown && id === ids[26]);
  });
  expect([await walked(owner, "2"), await statuses(owner)]).toEqual([
    2,
    [
      ["settled", 28],
      ["sent", 2],
    ],
  ]);
  const { mark } = await store.listDueContributions(owner, undefined, 1, new Date(clock));
  expect(mark).toBe(ids[1]);
  tick(DAY);
  isDown = false;
  await walked(owner, "3");
  expect(await statuses(owner)).toEqual([["settled", 30]]);
  expect(send).toHaveBeenCalledTimes(32);
  expect(await store.listDueContributions(owner, undefined, 1, new Date(clock))).toEqual({
    due: [],
    mark: ids[29],
  });
  const events = (await engine.items("EVENT")).filter(
    ({ pk, type }) => type === "contribution.settled" && String(pk).includes(ownerKey(owner)),
  );
  expect(events).toHaveLength(30);
  tick(2 * DAY);
  while (await freezeNextDay(owner, new Date(clock)));
  const sums = (await findSettlementUntil(owner))?.closing;
  expect(sums).toMatchObject({ savings_pending: 0, savings_sent: 30 * 98, fees: 750 });
  expect(await audited(owner, new Date(clock))).toEqual([]);
});

test("a contribution that its custodian leaves open for five days more is counted each night", async () => {
  const owner = newOwner();
  const driver = await newSaver(owner, newPerson(), { percent: 10 });
  await payAt(owner, driver, 1_000, tick());
  const send = jest.spyOn(sandboxContributions, "send").mockResolvedValue(false);
  const counted = async (act: () => Promise<unknown>) =>
    (await logLines(act)).match(/"message":"waits"/g)?.length ?? 0;
  const nights: number[] = [];
  for (const days of [6, 3, 2, 1]) {
    tick(days * DAY);
    nights.push(await counted(() => walked(owner, `${days}`)));
  }
  send.mockRestore();
  expect(nights).toEqual([0, 0, 1, 1]);
});

type Saving = { owner: Owner; driver: string; email: string };

/** What the deletion of a driver starts, with the timer that follows. */
async function deletes({ owner, driver }: Saving): Promise<void> {
  expect(await deleteDriver(owner, driver, async () => ({ documents: [], identity: "" }), tick())).toBe(
    "deleted",
  );
  const at = new Date(clock).toISOString();
  await atInstant(clock, () => eraseDriver({ id: addressOf(owner, driver), at } as never));
}

const starts = (agreement: Agreement, person: string) => {
  const receipt = receiptOf("save_from_payouts", agreement.id, tick());
  const started = {
    choice: { rule: { percent: 10 }, yearly_cap: 100_000 },
    person,
    email: SAVER_EMAIL,
    receipt,
  };
  return store.startSavings(agreement, started, undefined, tick());
};

test("an agreement and a change of the mailbox that cross leave one of both", async () => {
  const owner = newOwner();
  const put = async () => {
    const driver = createDriver({ email: SAVER_EMAIL, first_name: "A", last_name: "B" }, tick());
    await store.putDriver(owner, driver, undefined);
    const agreement = invited(owner, driver.id, undefined, tick());
    await store.putInvitation(agreement, undefined, { proofHash: driver.id }, undefined, tick());
    return { agreement, driver };
  };
  const moves = (driver: Driver) =>
    moveDriver(owner, driver, ({ savings }) => {
      if (savings) throw new Error("The driver saves");
      return { fields: { email: "other@example.com" }, answer: () => "moved" };
    });
  const late = await put();
  expect(await moves(late.driver)).toEqual({ answer: "moved" });
  expect(await starts(late.agreement, newPerson())).toBe(false);
  const first = await put();
  expect(await starts(first.agreement, newPerson())).toBe(true);
  await expect(moves(first.driver)).rejects.toThrow("The driver saves");
});

/** What an erasure and a disowned signup both do. */
const stops = async ({ owner, email }: Saving) => store.stopSaver(owner, await hashMailbox(email), tick());

test.each([
  ["their driver is deleted", deletes, "partner"],
  ["the person is erased or disowns their signup", stops, "driver"],
] as const)("contributions on their way are sent and settled after %s", async (_, end, ended_by) => {
  const owner = newOwner();
  const email = `${newPerson()}@example.com`;
  const person = await store.personOf(owner, await hashMailbox(email));
  const driver = await newSaver(owner, person, { percent: 10 });
  const agreement = invited(owner, driver, undefined, tick());
  await store.putInvitation(agreement, undefined, { proofHash: driver }, undefined, tick());
  expect(await starts(agreement, person)).toBe(true);

  const kept = await payAt(owner, driver, 1_000, tick());
  const back = await payAt(owner, driver, 1_000, tick());
  await end({ owner, driver, email });
  expect(await store.findAgreement(owner, driver)).toMatchObject({ status: "ended", ended_by });
  expect(await statuses(owner)).toEqual([["pending", 2]]);
  await moveAt(owner, back, "refund", tick());
  tick(5 * DAY + HOUR);
  await walked(owner, driver);
  expect(await statuses(owner)).toEqual([
    ["reversed", 1],
    ["settled", 1],
  ]);
  expect(await savedOf(owner, person, new Date(clock).getUTCFullYear())).toBe(kept.savings_amount);
  expect(await store.findDriver(owner, driver)).toEqual(
    end === stops ? expect.not.objectContaining({ savings: expect.anything() }) : undefined,
  );
  expect(await audited(owner)).toEqual([]);
});
