import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { type LedgerEntry, newEntry, type Posting } from "../../shared/domain/ledger/entry.ts";
import { newFunding } from "../../shared/domain/ledger/funding.ts";
import {
  type DayPlace,
  freezesAt,
  mayBeWritten,
  type Settlement,
} from "../../shared/domain/ledger/settlement.ts";
import { lastIdBefore } from "../../shared/domain/item/ids.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import type { AuditPlace } from "../../shared/store/ledger/audit/audit-place.ts";
import { newOwner } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const { auditPage, entryWrite, freezeNextDay, keys, listSettlements, putFunding } = store;
const { findSettlementUntil, putSettlement, settlementAfter, settlementCsv, transact } = store;

const END = new Date("2130-01-01T00:00:00.000Z");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The movements of a payout of 1,000 cents with a fee of 15, and a funding, by a letter each. */
const PAID = [
  ["pending", "driver:drv_1", 985],
  ["pending", "fees", 15],
] as const;
const kinds = {
  F: ["funding", [["outside", "funds", 1_000]]],
  P: ["payout_created", [["funds", "pending", 1_000]]],
  C: ["payout_completed", PAID],
  I: ["payout_completed", [["funds", "pending", 1_000], ...PAID]],
  X: ["payout_canceled", [["pending", "funds", 1_000]]],
  R: [
    "payout_refunded",
    [
      ["driver:drv_1", "funds", 985],
      ["fees", "funds", 15],
    ],
  ],
} as const;
type Kind = keyof typeof kinds;
type Movement = { kind: Kind; at: string };

let sources = 0;
const entryOf = ({ kind, at }: Movement): Promise<LedgerEntry> =>
  newEntry({
    type: kinds[kind][0],
    postings: kinds[kind][1].map(([from, to, amount]) => ({ from, to, amount }) as Posting),
    source: kind === "F" ? `wire ${++sources}` : `pay_${String(++sources).padStart(26, "0")}`,
    sequence: 1,
    created_at: at,
  });

async function book(owner: Owner, entries: readonly LedgerEntry[]): Promise<void> {
  for (let i = 0; i < entries.length; i += 100)
    await transact(entries.slice(i, i + 100).map((entry) => entryWrite(owner, entry)));
}

async function frozen(owner: Owner, now = END): Promise<Settlement[]> {
  const days: Settlement[] = [];
  for (let day = await freezeNextDay(owner, now); day; day = await freezeNextDay(owner, now))
    days.push(day as Settlement);
  return days;
}

const stored = async (owner: Owner): Promise<Settlement[]> =>
  (await listSettlements(owner, { limit: 100 })).data.reverse();

async function csvOf(owner: Owner, date: string): Promise<string> {
  let csv = "";
  let after = undefined as string | undefined;
  do {
    const part = await settlementCsv(owner, { date }, after);
    csv += part.text;
    after = part.next;
  } while (after !== undefined);
  return csv;
}

const at = (instant: string, kind: Kind = "F"): Movement => ({ kind, at: instant });

test("the settlement of a long day has the hash and the sums of all of it, also when a reader continues at a place", async () => {
  const owner = newOwner();
  const movements = Array.from({ length: 1_200 }, (_, i) =>
    at(new Date(Date.parse("2126-08-01T00:00:00.000Z") + i * 60_000).toISOString(), i % 2 ? "C" : "P"),
  );
  await book(owner, await Promise.all(movements.map(entryOf)));
  const place = (await settlementAfter(owner, undefined, END, undefined, { atOnce: 1_000 })) as DayPlace;
  expect(place.date).toBe("2126-08-01");
  const whole = await settlementAfter(owner, undefined, END);
  expect(await settlementAfter(owner, undefined, END, JSON.parse(JSON.stringify(place)))).toEqual(whole);
  const [day] = await frozen(owner);
  expect(day?.entries_sha256).toBe(sha256(await csvOf(owner, place.date)));
});

test("a day that is closed early leaves what moves later to the next one, and the audit agrees", async () => {
  const owner = newOwner();
  const noon = "2126-08-01T12:00:00.000Z";
  const instants = ["2126-08-01T09:00:00.000Z", "2126-08-01T13:00:00.000Z", "2126-08-02T09:00:00.000Z"];
  await book(owner, await Promise.all(instants.map((instant) => entryOf(at(instant)))));
  const close = async (until: string) => {
    const previous = await findSettlementUntil(owner);
    const to = { until: lastIdBefore("txn_", until) };
    return (await settlementAfter(owner, previous, new Date(until), undefined, to)) as Settlement | undefined;
  };
  const audit = (place: AuditPlace) => auditPage(owner, place, END);
  expect(await close(instants[0] ?? "")).toBeUndefined();
  const early = (await close(noon)) as Settlement;
  await putSettlement(owner, early, undefined);
  expect(await close("2126-08-01T23:00:00.000Z")).toBeUndefined();
  const [rest] = await frozen(owner);
  expect([early.date, rest?.date, await stored(owner)]).toEqual(["2126-08-01", "2126-08-02", [early, rest]]);
  const counts = [early, rest].map((day) => day?.totals[0]?.count);
  expect([counts, rest?.opening, rest?.previous_sha256]).toEqual([[1, 2], early.closing, early.sha256]);
  for (const day of [early, rest as Settlement])
    expect(sha256((await settlementCsv(owner, day, undefined)).text)).toBe(day.entries_sha256);
  let place: AuditPlace | undefined = { part: "settlements", sums: {} };
  for (; place; place = (await audit(place)).next) expect((await audit(place)).differences).toEqual([]);
});

test("the bytes of a settlement's CSV and its hashes never change", async () => {
  const owner = newOwner();
  const funding = await newFunding(5, '=1+1, "wire"', new Date("2126-09-01T00:00:00.000Z"));
  await book(owner, [funding, await newFunding(7, "wire Zoë", new Date("2126-09-01T00:00:00.001Z"))]);
  const [day] = await frozen(owner);
  expect((await csvOf(owner, "2126-09-01")).split("\r\n")).toEqual([
    "id,type,source,created_at,from,to,amount",
    `txn_04fwbh3k001zj3eqmkbrmkqbwc,funding,"'=1+1, ""wire""",2126-09-01T00:00:00.000Z,outside,funds,5`,
    "txn_04fwbh3k01g8jp9w1ydt2qjvdv,funding,wire Zoë,2126-09-01T00:00:00.001Z,outside,funds,7",
    "",
  ]);
  expect(day?.sha256).toBe("05a3d0e03a88ded6763bc8e357deb7879cf1797c3fdc8419e6b6b83d43ac2523");
});

/** By how much faster the clock is than real time, the time that a real minute takes of a day. */
test.each([
  ["2126-03-01T23:59:59.999Z", 1, "2126-03-02T01:59:59.999Z", false],
  ["2126-03-01T23:59:59.999Z", 1, "2126-03-02T02:00:00.000Z", true],
  ["2126-03-01T23:59:59.999Z", 120, "2126-03-02T02:00:00.000Z", true],
  ["2126-03-01T23:59:59.999Z", 3_600, "2126-03-04T11:59:59.999Z", false],
  ["2126-03-01T23:59:59.999Z", 3_600, "2126-03-04T12:00:00.000Z", true],
])("a movement at %s on a clock of pace %d is frozen at %s: %s", async (instant, scale, now, isFrozen) => {
  const owner = newOwner();
  await book(owner, [await entryOf(at(instant))]);
  process.env.TIME_SCALE = String(scale);
  try {
    expect((await freezeNextDay(owner, new Date(now))) !== undefined).toBe(isFrozen);
  } finally {
    delete process.env.TIME_SCALE;
  }
});

test.each([1, 10, 24, 60, 120, 300, 3_600])(
  "at pace %d, the last movement of a day is written 30 real seconds before the day is frozen",
  (scale) => {
    const last = "2126-03-01T23:59:59.999Z";
    const aSlowTransaction = 30_000 * scale;
    const freezes = freezesAt("2126-03-01", scale).getTime();
    expect(mayBeWritten(last, new Date(freezes - aSlowTransaction), scale)).toBe(false);
    // Three real seconds, such as those of a busy machine at midnight.
    expect(mayBeWritten(last, new Date(Date.parse(last) + 3_000 * scale), scale)).toBe(true);
  },
);

test("a movement that is older than five minutes is not written, and the caller can try again", async () => {
  const [owner, live]: Owner[] = [newOwner(), { ...newOwner(), mode: "live" }];
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const late = await newFunding(1_000, "wire late", ago(5.1));
  await expect(putFunding(live as Owner, late, undefined)).rejects.toMatchObject({ name: "LateEntry" });
  expect(await stored(owner as Owner)).toEqual([]);
  const items = await engine.items("ENTRY");
  expect(items.filter(({ pk }) => pk === keys.entry(live as Owner, late.id).pk)).toEqual([]);
  await putFunding(live as Owner, await newFunding(1_000, "wire late", ago(4.9)), undefined);
});
