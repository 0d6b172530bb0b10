import { expect, test } from "@jest/globals";
import { form1099DueDay, quarterlyDueDays } from "../../shared/domain/tax/tax-dates.ts";

test.each([
  [2022, "2022-04-18", "2022-06-15", "2022-09-15", "2023-01-17"],
  [2023, "2023-04-18", "2023-06-15", "2023-09-15", "2024-01-16"],
  [2024, "2024-04-15", "2024-06-17", "2024-09-16", "2025-01-15"],
  [2025, "2025-04-15", "2025-06-16", "2025-09-15", "2026-01-15"],
  [2026, "2026-04-15", "2026-06-15", "2026-09-15", "2027-01-15"],
  [2027, "2027-04-15", "2027-06-15", "2027-09-15", "2028-01-18"],
  [2028, "2028-04-18", "2028-06-15", "2028-09-15", "2029-01-16"],
])("the due dates of %d are %s, %s, %s and %s", (year, ...days) => {
  expect(quarterlyDueDays(year).map(({ due }) => due)).toEqual(days);
});

test("a due date is the first business day of the District of Columbia from the nominal date on", () => {
  for (let year = 2020; year <= 2060; year++) {
    const nominal = [`${year}-04-15`, `${year}-06-15`, `${year}-09-15`, `${year + 1}-01-15`];
    expect(quarterlyDueDays(year).map(({ due }) => due)).toEqual(nominal.map(firstBusinessDay));
    expect(form1099DueDay(year)).toBe(firstBusinessDay(`${year + 1}-01-31`));
  }
});

test.each([
  [2024, "2025-01-31"],
  [2025, "2026-02-02"],
  [2026, "2027-02-01"],
  [2027, "2028-01-31"],
])("the 1099-NEC of %d is due on %s", (year, day) => expect(form1099DueDay(year)).toBe(day));

/** An independent rule: a list of every legal holiday of the year. */
function firstBusinessDay(day: string): string {
  const year = Number(day.slice(0, 4));
  const date = new Date(day);
  for (; ; date.setUTCDate(date.getUTCDate() + 1)) {
    const text = date.toISOString().slice(0, 10);
    if (date.getUTCDay() % 6 !== 0 && !holidays(year).includes(text)) return text;
  }
}

function holidays(year: number): string[] {
  const fixed = ["01-01", "04-16", "06-19", "07-04", "11-11", "12-25"];
  if (year % 4 === 1) fixed.push("01-20");
  const MONDAY = 1;
  const THURSDAY = 4;
  return [
    ...fixed.map((day) => observed(new Date(`${year}-${day}`))),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 6, MONDAY, 1, -7),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ];
}

function observed(date: Date): string {
  const shift = { 6: -1, 0: 1 }[date.getUTCDay()] ?? 0;
  return new Date(date.getTime() + shift * 86_400_000).toISOString().slice(0, 10);
}

/** The nth weekday of a month, moved by some days: the last Monday of May is a week before June's first. */
function nth(year: number, month: number, weekday: number, n: number, days = 0): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + 7 * (n - 1) + days;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
