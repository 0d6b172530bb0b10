import { expect } from "@jest/globals";
import { firstIdAfter, lastIdBefore } from "../../shared/domain/item/ids.ts";
import type { ApiKey } from "../../shared/domain/account/api-key.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { Settlement } from "../../shared/domain/ledger/settlement.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import type { EntryFilter } from "../../shared/store/ledger/entry-lists.ts";
import type { PageQuery, ResultPage } from "../../shared/store/table/pages.ts";
import { type Change, type Model, type Payout, taxYear } from "./ledger-model.ts";
import { audited } from "./payout-steps.ts";
import { savedOf } from "./savings-steps.ts";
import { store } from "./store.ts";

const {
  countLedgerEntries,
  listLedgerEntries,
  freezeNextDay,
  listSettlements,
  settlementCsv,
  findBalance,
  findDeletedTotals,
  findDeletedYear,
  findDriverYear,
  countsIn,
} = store;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SETTLED = ["outside", "funds", "pending", "drivers", "fees", "savings_pending", "savings_sent"];
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

/** `frozen`: the bytes of each day's settlement, as they were when it was frozen. */
export type World = {
  owner: Owner;
  key: ApiKey;
  model: Model;
  /** Of all drivers who save. */
  person: string;
  frozen: Map<string, string>;
};

/** All that the service says of an account's money is what the model has. */
export async function expectAgreement(world: World, clock: number): Promise<void> {
  const { owner, model } = world;
  await freeze(world, new Date(clock));
  expect(await audited(owner, new Date(clock))).toEqual([]);
  await expectSettlements(world, clock);
  await expectSums(owner, model);
  await expectSavings(world);
  for (const id of model.drivers.keys()) await expectDriver(owner, model, id);
  await expectLists(owner, model);
  await expectWindow(owner, model, undefined, undefined);
  const midnight = clock - (clock % DAY);
  const before = (hours?: number) =>
    hours === undefined ? undefined : new Date(midnight - hours * HOUR).toISOString();
  for (const [from, to] of WINDOWS) await expectWindow(owner, model, before(from), before(to));
}

export async function freeze({ owner, frozen }: World, now: Date): Promise<void> {
  for (let day = await freezeNextDay(owner, now); day; day = await freezeNextDay(owner, now))
    frozen.set(day.date, await bytesOf(owner, Settlement.parse(day)));
}

/** A day has fewer entries here than one part of its CSV. */
const bytesOf = async (owner: Owner, day: Settlement) =>
  JSON.stringify([Settlement.parse(day), await settlementCsv(owner, day, undefined)]);

async function expectSettlements({ owner, model, frozen }: World, clock: number): Promise<void> {
  const days = (await allOf(async (query) => settled(await listSettlements(owner, query)), 90)).reverse();
  for (const day of days) expect(await bytesOf(owner, day)).toBe(frozen.get(day.date));
  const dates = new Set(model.changes.map(({ at }) => at.slice(0, 10)).reverse());
  const over = [...dates].filter((date) => Date.parse(date) + DAY + 2 * HOUR <= clock);
  const expected = over.map((date, i) => {
    const until = model.changes.filter(({ at }) => at.slice(0, 10) <= date);
    const [before, on] = [until.filter(({ at }) => at < date), until.filter(({ at }) => at > date)];
    const sums = (among: readonly Change[]) =>
      Object.fromEntries(SETTLED.map((account) => [account, model.cents(account, among)]));
    const totals = [...Map.groupBy(on, ({ type }) => type)].map(([type, entries]) => ({
      ...{ type, count: entries.length, amount: model.cents("funds", entries) },
    }));
    const open = until.filter(({ is }) => is.pending).length - until.filter(({ was }) => was.pending).length;
    return { number: i + 1, date, opening: sums(before), closing: sums(until), totals: sorted(totals), open };
  });
  expect(
    days.map(({ number, date, opening, closing, totals, open_payouts: { count: open } }) => ({
      ...{ number, date, opening, closing, totals: sorted(totals), open },
    })),
  ).toEqual(expected);
}

const settled = ({ data, ...page }: ResultPage<Settlement>) => ({
  ...{ ...page, data: data.map((day) => ({ ...day, id: day.date })) },
});
const sorted = <T extends { type: string }>(entries: readonly T[]) =>
  [...entries].sort((a, b) => a.type.localeCompare(b.type));

async function expectSums(owner: Owner, model: Model): Promise<void> {
  expect(await findBalance(owner)).toEqual({
    available: model.cents("funds"),
    pending: model.cents("pending"),
  });
  const shards = await countsIn(owner, "payments");
  const stored = (name: string) => shards.reduce((sum, shard) => sum + (shard[`cents_${name}`] ?? 0), 0);
  expect(SETTLED.slice(2).map(stored)).toEqual(SETTLED.slice(2).map((name) => model.cents(name)));
}

async function expectSavings({ owner, model, person }: World): Promise<void> {
  for (const year of new Set(model.payouts.map(({ paidAt }) => taxYear(paidAt))))
    expect([year, await savedOf(owner, person, year)]).toEqual([year, model.saved(year)]);
  const contributions = await allOf((query) => store.listContributions(owner, {}, query), 90);
  const open = contributions.filter(({ status }) => status === "pending");
  const cents = open.reduce((sum, { amount }) => sum + amount, 0);
  expect([cents, await store.countContributions(owner, {})]).toEqual([
    model.cents("savings_pending"),
    contributions.length,
  ]);
  const kept = contributions.filter(({ status }) => status !== "reversed").length;
  expect(kept).toBe(model.payouts.filter(({ saved }) => saved > 0).length);
}

/** A deleted driver's sums are elsewhere. One who needs no form has none by year. */
async function expectDriver(owner: Owner, model: Model, id: string): Promise<void> {
  const status = model.drivers.get(id);
  const totals =
    status === "active" ? (await store.findDriver(owner, id))?.totals : await findDeletedTotals(owner, id);
  expect({ id, ...totals }).toMatchObject({
    id,
    lifetime_payouts: model.paid(id),
    cents: model.cents(id),
    ...Object.fromEntries(STATUSES.map((state) => [state, model.of(id, state).length])),
  });
  for (const year of model.years()) {
    const figures = await (status === "active" ? findDriverYear : findDeletedYear)(owner, id, Number(year));
    const sums = status === "forgotten" ? [0, 0] : [model.paid(id, year), model.tips(id, year)];
    expect([id, year, figures?.paid ?? 0, figures?.tips ?? 0]).toEqual([id, year, ...sums]);
    expect(figures?.tips ?? 0).toBeLessThanOrEqual(figures?.paid ?? 0);
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
      expect([filter, await store.countPayouts(owner, filter)]).toEqual([filter, expected]);
    }
  const types = [
    "payout_completed",
    "payout_refunded",
    "funding",
    "overdraft_cleared",
    "correction",
    "contribution_sent",
  ] as const;
  for (const type of [undefined, ...types])
    await expectEntries(
      owner,
      { type, ...range("txn_") },
      model.changes.filter((change) => (type === undefined || change.type === type) && isIn(change)),
    );
}

/** Lists of payouts and entries by every filter, without a time. */
async function expectLists(owner: Owner, model: Model): Promise<void> {
  const ofPayouts = model.changes.filter(({ type }) => type !== "contribution_sent");
  const moves = Map.groupBy(ofPayouts, ({ payout }) => payout?.id);
  const movesOf = ({ id }: Payout) => moves.get(id) ?? [];
  for (const driver_id of [undefined, ...model.drivers.keys()]) {
    for (const status of [undefined, ...STATUSES]) {
      const payouts = await allOf((query) => store.listPayouts(owner, { driver_id, status }, query), 100);
      const shown = payouts
        .map(publicPayout)
        .map(({ id, fee_refunded, refunded_amount }) => [id, fee_refunded, refunded_amount]);
      const expected = model.of(driver_id, status).map(({ id, back }) => [id, ...back]);
      expect([driver_id, status, shown]).toEqual([driver_id, status, expected.reverse()]);
    }
    const changes = model.of(driver_id).reverse().flatMap(movesOf);
    if (driver_id) await expectEntries(owner, { driver_id }, changes);
  }
  const last = model.payouts.at(-1);
  if (last) await expectEntries(owner, { payout: last.id }, movesOf(last));
}

async function expectEntries(owner: Owner, filter: EntryFilter, expected: readonly Change[]): Promise<void> {
  const listed = (query: PageQuery) => listLedgerEntries(owner, filter, query);
  const entries = await allOf(listed, 30);
  const shown = entries.map(({ type, source, created_at: at, postings }) => ({
    ...{ type, source: type === "overdraft_cleared" ? "overdraft" : source, at },
    funds: postings.reduce(
      (balance, { from, to, amount }) => balance + (to === "funds" ? amount : from === "funds" ? -amount : 0),
      0,
    ),
  }));
  const changes = expected.map(({ type, source, at, was, is }) => ({
    ...{ type, source, at, funds: (is.funds ?? 0) - (was.funds ?? 0) },
  }));
  expect([filter, shown]).toEqual([filter, changes]);
  const ids = entries.map(({ id }) => id);
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
  const items: T[] = [];
  for (let cursor = backFrom; ; ) {
    const page = await listed({
      limit,
      ...(backFrom ? { ending_before: cursor } : { starting_after: cursor }),
    });
    if (backFrom) items.unshift(...page.data);
    else items.push(...page.data);
    cursor = (backFrom ? page.data[0] : page.data.at(-1))?.id ?? page.searched_to;
    if (!page.has_more || cursor === undefined) return items;
  }
}
