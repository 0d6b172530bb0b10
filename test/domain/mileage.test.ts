import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { logMileage, MileageEntry, MileageRequest, refusedDay } from "../../shared/domain/tax/mileage.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

const log = (miles: number, date: string, purpose = "delivery") =>
  logMileage(MileageRequest.parse({ miles, date, purpose }), NOW);

describe("mileage entries", () => {
  /** IRS Notice 2025-05, Notice 2026-10 and Announcement 2026-11: the rate is that of the day. */
  test.each([
    [1_000, "2025-01-01", 70_000],
    [1_000, "2025-12-31", 70_000],
    [1_000, "2026-01-01", 72_500],
    [1_000, "2026-06-30", 72_500],
    [1_000, "2026-07-01", 76_000],
    [1, "2026-06-30", 73],
    [0.01, "2026-06-30", 1],
    [12.34, "2026-07-01", 938],
    [10_000, "2026-07-01", 760_000],
  ])("%d miles on %s deduct %d cents", (miles, date, cents) => {
    const { entry, adds, year } = log(miles, date);
    expect(MileageEntry.safeParse(entry).success).toBe(true);
    expect(entry).toMatchObject({ id: expect.stringMatching(/^mil_/), miles, date, deduction_amount: cents });
    expect(adds).toEqual({ hundredths: Math.round(miles * 100), deduction: cents });
    expect(year).toBe(Number(date.slice(0, 4)));
  });

  test.each(["commute", "Commute", " COMMUTE "])(
    "purpose %p deducts nothing and adds no miles",
    (purpose) => {
      const { entry, adds } = log(25, "2026-07-01", purpose);
      expect(entry).toMatchObject({ miles: 25, deduction_amount: 0 });
      expect(adds).toEqual({ hundredths: 0, deduction: 0 });
    },
  );

  test("an entry without a purpose is for business", () => {
    const request = MileageRequest.parse({ miles: 3.5, date: "2026-07-01" });
    expect(logMileage(request, NOW).entry).toMatchObject({ purpose: "business", deduction_amount: 266 });
  });

  test("any hundredths from one to a million are valid, and half cents round up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (hundredths) => {
        const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
        const { adds } = log(Number(text), "2026-06-30");
        // 72.5 cents a mile are 29 cents for every 40 hundredths of one.
        const exact = (hundredths * 29) / 40;
        expect(adds).toEqual({ hundredths, deduction: Math.floor(exact + 0.5) });
      }),
    );
  });

  test.each([0, -1, 0.001, 1.005, 10_000.01, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "%p miles are rejected",
    (miles) => expect(MileageRequest.safeParse({ miles, date: "2026-07-01" }).success).toBe(false),
  );

  test("a rejection states the rule", () => {
    const { error } = MileageRequest.safeParse({ miles: 1.005, date: "2026-07-01" });
    expect(error?.issues).toMatchObject([
      { code: "invalid_format", message: "more than 0 and at most 10,000, with at most two decimal places" },
    ]);
  });

  test.each(["2026-02-29", "2026-13-01", "26-01-01", "2026-07-01T00:00:00Z"])(
    "the day %p is rejected",
    (date) => expect(MileageRequest.safeParse({ miles: 1, date }).success).toBe(false),
  );

  test("a day must be today or earlier in UTC, in a supported year", () => {
    expect(refusedDay("2026-11-21", NOW)).toBeUndefined();
    expect(refusedDay("2025-01-01", NOW)).toBeUndefined();
    expect(refusedDay("2026-11-22", NOW)).toMatch(/today or earlier/);
    expect(refusedDay("2024-12-31", NOW)).toMatch(/supported tax year/);
  });
});
