import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { newEntry, type Posting } from "../../shared/domain/ledger/entry.ts";
import type { TaxPage } from "../../shared/domain/tax/tax-walk.ts";
import type { AuditPlace } from "../../shared/store/ledger/audit/audit-place.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";

const { handler } = await import("../../functions/events/walk-tax-events.ts");
const { placeIn } = await import("../../shared/operators/ledger/ledger-places.ts");

const owner = newOwner();
const END = new Date("2130-01-01T00:00:00.000Z");
const POSTINGS: Posting[][] = [
  [{ from: "funds", to: "pending", amount: 1_000 }],
  [
    { from: "pending", to: "driver:drv_1", amount: 985 },
    { from: "pending", to: "fees", amount: 15 },
  ],
];

const entryOf = (_: unknown, i: number) =>
  newEntry({
    type: i % 2 === 0 ? "payout_created" : "payout_completed",
    postings: POSTINGS[i % 2] ?? [],
    source: `pay_${String(i).padStart(26, "0")}`,
    sequence: 1,
    created_at: new Date(Date.parse("2126-08-01T00:00:00.000Z") + i * 8_000).toISOString(),
  });

/** The outcomes of messages that come in one batch at {@link END}. */
async function receive(pages: readonly (TaxPage | undefined)[]): Promise<string[]> {
  const Records = pages.map((page, i) => ({ body: JSON.stringify(page), messageId: `${i}` }));
  const lines = await logLines(() => atInstant(END.getTime(), () => handler({ Records } as never)));
  const outcomes = [...lines.matchAll(/settlement.frozen: ([^"]+)/g)].map(([, text = ""]) => text);
  return outcomes.map((text) => text.replace(/ txn_\w+/, "")).sort();
}

test("a day with 10,500 movements has one hash, though its messages crash, double and come late", async () => {
  const entries = await Promise.all(Array.from({ length: 10_500 }, entryOf));
  for (let i = 0; i < entries.length; i += 100)
    await store.transact(entries.slice(i, i + 100).map((entry) => store.entryWrite(owner, entry)));
  const walk = { event: "settlement.frozen", day: "2130-01-01" } as const;
  const first: TaxPage = { kind: "tax_page", walk, of: owner };
  expect(await receive([first, first])).toEqual(["2126-08-01 until", "2126-08-01 until, duplicate"]);
  const shards = store.outboxOf(END).map((partition) => store.oldest({ partition }, 10));
  const outbox = (await Promise.all(shards)).flat();
  const [second, ...none] = outbox as unknown as TaxPage[];
  expect([second?.day?.date, none]).toEqual(["2126-08-01", []]);
  // A crash after its reads, and the release before, which starts the day anew.
  await store.settlementAfter(owner, undefined, END, second?.day);
  expect(await store.freezeNextDay(owner, END)).toEqual(second?.day);
  expect((await receive([second, second]))[0]).toBe("2126-08-01 frozen");
  const day = await store.findSettlementUntil(owner);
  expect(await receive([second, first])).toEqual(["no day", "no day"]);
  expect(await store.findSettlementUntil(owner)).toEqual(day);
  expect(day?.closing).toMatchObject({ outside: 0, funds: -5_250_000, drivers: 5_171_250, fees: 78_750 });

  const parts = [await store.settlementCsv(owner, { date: "2126-08-01" }, undefined)];
  while (parts.at(-1)?.next)
    parts.push(await store.settlementCsv(owner, { date: "2126-08-01" }, parts.at(-1)?.next));
  expect(parts.map(({ text }) => text.split("\r\n").length - 1)).toEqual([7_501, 7_500, 750]);
  const csv = parts.map(({ text }) => text).join("");
  expect(day?.entries_sha256).toBe(createHash("sha256").update(csv).digest("hex"));

  let pages = 0;
  for (let place: AuditPlace | undefined = { part: "settlements", sums: {} }; place; pages++) {
    const page: Awaited<ReturnType<typeof store.auditPage>> = await store.auditPage(owner, place, END);
    expect(page.differences).toEqual([]);
    place = page.next && placeIn(JSON.stringify({ ...owner, ...page.next }));
  }
  expect(pages).toBe(3);
}, 300_000);
