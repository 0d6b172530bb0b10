import { expect } from "@jest/globals";
import { firstIdAfter, lastIdBefore } from "../../shared/domain/ids.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import type { EntryFilter } from "../../shared/store/ledger/entry-lists.ts";
import type { PageQuery, ResultPage } from "../../shared/store/table/pages.ts";
import type { Change, Model } from "./ledger-model.ts";
import { audited, drivers, payouts } from "./payout-steps.ts";

const { countLedgerEntries, listLedgerEntries } = await import("../../shared/store/ledger/entry-lists.ts");
const { findBalance } = await import("../../shared/store/ledger/funds.ts");
const { findDeletedTotals, findDeletedYear } = await import("../../shared/store/driver/deleted-drivers.ts");
const { findDriverYear } = await import("../../shared/store/driver/driver-years.ts");
const { countsIn } = await import("../../shared/store/table/counts.ts");

const HOUR = 3_600_000;
const STATUSES = ["pending", "completed", "failed", "canceled", "refunded"] as const;
/** In hours before now. Some begin and end within a day, and some are whole days. */
const WINDOWS = [
  [undefined, 70],
  [90, undefined],
  [96, 72],
  [72, 24],
  [91, 5],
  [76, 73],
  [2, 3],
] as const;

/** All that the service says of an account's money is what the model has. */
export async function expectAgreement(owner: Owner, model: Model, now: number): Promise<void> {
  expect(await audited(owner)).toEqual([]);
  await expectSums(owner, model);
  for (const id of model.drivers.keys()) await expectDriver(owner, model, id);
  await expectLists(owner, model);
  await expectWindow(owner, model, undefined, undefined);
  const midnight = now - (now % (24 * HOUR));
  const before = (hours?: number) =>
    hours === undefined ? undefined : new Date(midnight - hours * HOUR).toISOString();
  for (const [from, to] of WINDOWS) await expectWindow(owner, model, before(from), before(to));
}

async function expectSums(owner: Owner, { available, sum }: Model): Promise<void> {
  const [amount, fee] = [(one: { amount: number }) => one.amount, (one: { fee: number }) => one.fee];
  const pending = sum("pending", amount);
  expect(await findBalance(owner)).toEqual({ available: available(), pending });
  const shards = await countsIn(owner, "payments");
  const stored = (name: string) => shards.reduce((all, shard) => all + (shard[`cents_${name}`] ?? 0), 0);
  expect({ pending: stored("pending"), fees: stored("fees"), drivers: stored("drivers") }).toEqual({
    pending,
    fees: sum("completed", fee),
    drivers: sum("completed", (one) => one.amount - one.fee),
  });
}

/** A deleted driver's sums are elsewhere. */
async function expectDriver(owner: Owner, model: Model, id: string): Promise<void> {
  const isDeleted = model.drivers.get(id) === "deleted";
  const totals = isDeleted
    ? await findDeletedTotals(owner, id)
    : (await drivers.findDriver(owner, id))?.totals;
  const paid = model.of(id, "completed");
  expect({ id, ...totals }).toMatchObject({
    id,
    lifetime_payouts: model.sum("completed", (one) => one.amount, id),
    cents: model.sum("completed", (one) => one.amount - one.fee, id),
    ...Object.fromEntries(STATUSES.map((status) => [status, model.of(id, status).length])),
  });
  for (const year of new Set(model.payouts.map(({ at }) => Number(at.slice(0, 4))))) {
    const found = await (isDeleted ? findDeletedYear : findDriverYear)(owner, id, year);
    const inYear = paid.filter((one) => one.year === String(year)).reduce((all, one) => all + one.amount, 0);
    expect([id, year, found?.paid ?? 0]).toEqual([id, year, inYear]);
  }
}

/** Counts of payouts, and lists and counts of entries, after one instant and before another. */
async function expectWindow(
  owner: Owner,
  model: Model,
  after: string | undefined,
  before: string | undefined,
): Promise<void> {
  const isIn = ({ at }: { at: string }) =>
    (after === undefined || at > after) && (before === undefined || at < before);
  const range = (prefix: string) => ({
    from: after === undefined ? undefined : firstIdAfter(prefix, after),
    to: before === undefined ? undefined : lastIdBefore(prefix, before),
  });
  for (const driver_id of [undefined, ...[...model.drivers.keys()].slice(-2)])
    for (const status of [undefined, ...STATUSES]) {
      const filter = { driver_id, status, ...range("pay_") };
      const expected = model.of(driver_id, status).filter(isIn).length;
      expect([filter, await payouts.countPayouts(owner, filter)]).toEqual([filter, expected]);
    }
  for (const type of [
    undefined,
    "payout_completed",
    "payout_refunded",
    "funding",
    "overdraft_cleared",
  ] as const)
    await expectEntries(
      owner,
      { type, ...range("txn_") },
      model.changes.filter((change) => (type === undefined || change.type === type) && isIn(change)),
    );
}

/** Lists of payouts and entries by every filter, without a time. */
async function expectLists(owner: Owner, model: Model): Promise<void> {
  for (const driver_id of [undefined, ...model.drivers.keys()]) {
    for (const status of [undefined, ...STATUSES]) {
      const found = await allOf((query) => payouts.listPayouts(owner, { driver_id, status }, query), 100);
      const shown = found
        .map(publicPayout)
        .map(({ id, fee_refunded, refunded_amount }) => [id, fee_refunded, refunded_amount]);
      const expected = model
        .of(driver_id, status)
        .map((one) => [
          one.id,
          one.status === "pending" || one.status === "completed" ? 0 : one.fee,
          one.status === "refunded" ? one.amount : 0,
        ]);
      expect([driver_id, status, shown]).toEqual([driver_id, status, expected.reverse()]);
    }
    const changes = model
      .of(driver_id)
      .reverse()
      .flatMap((payout) => payout.changes);
    if (driver_id) await expectEntries(owner, { driver_id }, changes);
  }
  const { id, changes } = model.payouts.at(-1) ?? {};
  if (id) await expectEntries(owner, { payout: id }, changes ?? []);
}

async function expectEntries(owner: Owner, filter: EntryFilter, expected: readonly Change[]): Promise<void> {
  const listed = (query: PageQuery) => listLedgerEntries(owner, filter, query);
  const found = await allOf(listed, 30);
  const shown = found.map(({ type, source, created_at: at, postings }) => ({
    type,
    source: type === "overdraft_cleared" ? "overdraft" : source,
    at,
    funds: postings.reduce(
      (all, { from, to, amount }) => all + (to === "funds" ? amount : from === "funds" ? -amount : 0),
      0,
    ),
  }));
  expect([filter, shown]).toEqual([filter, expected]);
  const ids = found.map(({ id }) => id);
  const last = ids.pop();
  if (last) expect([filter, (await allOf(listed, 40, last)).map(({ id }) => id)]).toEqual([filter, ids]);
  expect([filter, await countLedgerEntries(owner, filter)]).toEqual([filter, expected.length]);
}

/** All result pages of a list, from its start to its end, or back to its start from an entry. */
async function allOf<T extends { id: string }>(
  listed: (query: PageQuery) => Promise<ResultPage<T>>,
  limit: number,
  backFrom?: string,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor = backFrom; ; ) {
    const page = await listed({
      limit,
      ...(backFrom ? { ending_before: cursor } : { starting_after: cursor }),
    });
    if (backFrom) all.unshift(...page.data);
    else all.push(...page.data);
    cursor = (backFrom ? page.data[0] : page.data.at(-1))?.id ?? page.searched_to;
    if (!page.has_more || cursor === undefined) return all;
  }
}
