import { expect, test } from "@jest/globals";
import {
  bankingDayAfter,
  instantInNewYork,
  isBankingDay,
  lastCutOff,
  nextCutOff,
  paidAt,
} from "../../shared/domain/rail/bank-days.ts";

/** Federal Reserve Banks' Holiday Schedules, frbservices.org, 2026 to 2030, days of the week only. */
const CLOSED = {
  2026: "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25",
  2027: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
  2028: "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
  2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
  2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
};

test.each(Object.entries(CLOSED))(
  "the Federal Reserve's holidays of %s are no banking days",
  (year, closed) => {
    const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(Number(year), 0, 1 + i)));
    const weekdays = days.filter((day) => day.getUTCFullYear() === Number(year) && day.getUTCDay() % 6 !== 0);
    const shut = weekdays.map((day) => day.toISOString().slice(0, 10)).filter((day) => !isBankingDay(day));
    expect(shut.map((day) => day.slice(5)).join(" ")).toBe(closed);
  },
);

test("a cut-off is in New York's time on a banking day, before and after the clocks change", () => {
  const times = ["20:00", "14:00"];
  expect(nextCutOff(new Date("2026-11-25T18:59:59Z"), times).at).toEqual(new Date("2026-11-25T19:00:00Z"));
  expect(nextCutOff(new Date("2026-11-26T01:00:00Z"), times)).toMatchObject({
    day: "2026-11-27",
    time: "14:00",
  });
  expect(lastCutOff(new Date("2026-11-27T18:00:00Z"), times)).toMatchObject({
    day: "2026-11-25",
    time: "20:00",
  });
  expect(nextCutOff(new Date("2026-03-08T12:00:00Z"), times).at).toEqual(new Date("2026-03-09T18:00:00Z"));
  expect(instantInNewYork("2026-03-06", "14:00")).toEqual(new Date("2026-03-06T19:00:00Z"));
});

test("the next banking day passes over weekends and holidays", () => {
  expect([bankingDayAfter("2026-11-25", 1), bankingDayAfter("2026-12-31", 3)]).toEqual([
    "2026-11-27",
    "2027-01-06",
  ]);
  expect(paidAt("2026-11-27")).toEqual(new Date("2026-11-27T22:00:00Z"));
});
