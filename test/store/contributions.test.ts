import { expect, jest, test } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import { type Owner, ownerKey } from "../../shared/domain/owner.ts";
import { sandboxContributions } from "../../shared/domain/savings/contribution-rail.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { clock, tick } from "./century-ahead.ts";
import { audited, engine, newOwner } from "./payout-steps.ts";
import { contributions, newPerson, newSaver, payAt } from "./savings-steps.ts";

const { findSettlementUntil, freezeNextDay } = await import("../../shared/store/ledger/settlements.ts");
const { handler } = await import("../../functions/events/walk-tax-events.ts");

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
  const { data } = await contributions.listContributions(owner, {}, { limit: 100 });
  return Object.entries(Object.groupBy(data, ({ status }) => status)).map(([of, all]) => [of, all?.length]);
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
  const { mark } = await contributions.listDueContributions(owner, undefined, 1, new Date(clock));
  expect(mark).toBe(ids[1]);
  tick(DAY);
  isDown = false;
  await walked(owner, "3");
  expect(await statuses(owner)).toEqual([["settled", 30]]);
  expect(send).toHaveBeenCalledTimes(32);
  expect(await contributions.listDueContributions(owner, undefined, 1, new Date(clock))).toEqual({
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
