import { expect, test } from "@jest/globals";
import { plusDays } from "../../shared/domain/time/day.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { owesQuarter, walkId, walksOn } from "../../shared/domain/tax/tax-walk.ts";

const idsOn = (day: string) => walksOn(day).map(walkId);

test.each([
  ["2026-04-01", "tax.quarterly.due-2026-Q1"],
  ["2026-06-01", "tax.quarterly.due-2026-Q2"],
  ["2026-09-01", "tax.quarterly.due-2026-Q3"],
  ["2027-01-01", "tax.quarterly.due-2026-Q4"],
  ["2027-01-10", "savings.statement-2026"],
  // When the due day moves off a weekend or holiday, the walk moves too.
  ["2025-06-02", "tax.quarterly.due-2025-Q2"],
  ["2028-01-04", "tax.quarterly.due-2027-Q4"],
])("a walk that starts on %s is %s, on that day and the two after it", (day, id) => {
  for (const [days, expected] of [
    [-1, []],
    [0, [id]],
    [1, [id]],
    [2, [id]],
    [3, []],
  ] as const) {
    expect([days, idsOn(plusDays(day, days))]).toEqual([days, expected]);
  }
});

test("the walk of the forms can start for 75 days from 15 January, as it waits for a figure", () => {
  const days = Array.from({ length: 100 }, (_, i) => plusDays("2027-01-10", i));
  const dueDays = days.filter((day) => idsOn(day).includes("tax.1099.ready-2026"));
  expect([dueDays[0], dueDays.at(-1), dueDays.length]).toEqual(["2027-01-15", "2027-03-30", 75]);
});

test("daily calls start each walk of a year", () => {
  const days = Array.from({ length: 365 }, (_, i) => plusDays("2026-01-16", i));
  expect([...new Set(days.flatMap(idsOn))]).toEqual([
    // For the year before, on its second day.
    "tax.1099.ready-2025",
    "tax.quarterly.due-2026-Q1",
    "tax.quarterly.due-2026-Q2",
    "tax.quarterly.due-2026-Q3",
    "tax.quarterly.due-2026-Q4",
    "savings.statement-2026",
    "tax.1099.ready-2026",
  ]);
});

test("a quarter concerns the drivers with a payment due", () => {
  const rules = taxRules(2026);
  const none = { gross: 0, tips: 0, logged: { miles: 0, mileage: 0, phone_data: 0, supplies: 0 } };
  const owes = (gross: number, mileage = 0) => {
    const last = { ...none, gross, logged: { ...none.logged, mileage } };
    return owesQuarter([none, none, none, last], rules, "Q4", "2027-01-01");
  };
  // The law taxes net earnings from $400 on: a net profit of $434.
  expect([owes(0), owes(43_300), owes(43_400), owes(5_000_000), owes(5_000_000, 5_000_000)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});
