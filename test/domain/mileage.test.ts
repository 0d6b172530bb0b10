import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  logMileage,
  MileageEntry,
  mileageAddition,
  mileageDeduction,
  patchMileage,
  publicMileage,
  refusedMileage,
} from "../../shared/domain/tax/mileage.ts";
import { MileagePatch, MileageRequest } from "../../shared/domain/tax/mileage-request.ts";
import { refusedDay } from "../../shared/domain/tax/tax-log.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

const deducts = (entry: MileageEntry) => mileageDeduction(entry).deduction_amount;

const log = (miles: number, date: string, purpose = "delivery") =>
  logMileage(MileageRequest.parse({ miles, date, purpose }), NOW);

/** IRS Notice 2025-05, Notice 2026-10 and Announcement 2026-11: the rate is that of the day. */
test.each([
  [1_000, "2025-12-31", 70_000],
  [1_000, "2026-01-01", 72_500],
  [1_000, "2026-06-30", 72_500],
  [1_000, "2026-07-01", 76_000],
  [1, "2026-06-30", 73],
  [0.01, "2026-06-30", 1],
  [12.34, "2026-07-01", 938],
])("%d miles on %s deduct %d cents", (miles, date, cents) => {
  const entry = log(miles, date);
  expect(MileageEntry.safeParse(entry).success).toBe(true);
  expect(entry).toMatchObject({ id: expect.stringMatching(/^mil_/), miles, date });
  expect(deducts(entry)).toBe(cents);
  expect(mileageAddition(entry)).toEqual({ date, amounts: { miles: Math.round(miles * 100) } });
});

test.each([
  "commute",
  " COMMUTE ",
  "my commute",
  "Personal errand",
  "Home  to work, early",
  "non-business",
  "Home → to/WORK!",
  "not_business",
  "2 errands, 1 stop",
])("purpose %p is not deductible: it deducts nothing and adds no miles", (purpose) => {
  const entry = log(25, "2026-07-01", purpose);
  expect(entry).toMatchObject({ miles: 25, deductible: false });
  expect([deducts(entry), mileageAddition(entry).amounts]).toEqual([0, { miles: 0 }]);
});

test.each([
  "delivery",
  "school run",
  "impersonal",
  "Commuter rail station pickup",
  "work to home",
  "not a business-free day",
])("purpose %p is deductible", (purpose) => expect(log(25, "2026-07-01", purpose).deductible).toBe(true));

test("`deductible` decides for a business purpose, and must not be true for another one", () => {
  const problem = (purpose: string, deductible: boolean) =>
    MileageRequest.parse({ miles: 10, date: "2026-07-01", purpose, deductible });
  expect(logMileage(problem("delivery", false), NOW)).toMatchObject({ deductible: false });
  expect(refusedMileage(problem("delivery", true), "delivery", NOW)).toBeUndefined();
  expect(refusedMileage(problem("commute", false), "commute", NOW)).toBeUndefined();
  expect(refusedMileage(problem("commute", true), "commute", NOW)).toMatchObject({ param: "deductible" });
});

test("an entry without a purpose is for business", () => {
  const request = MileageRequest.parse({ miles: 3.5, date: "2026-07-01" });
  expect(logMileage(request, NOW)).toMatchObject({ purpose: "business", deductible: true });
});

test("any hundredths from one to a million are valid, and half cents round up", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (hundredths) => {
      const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
      const entry = log(Number(text), "2026-06-30");
      // 72.5 cents a mile are 29 cents for every 40 hundredths of one.
      const exact = (hundredths * 29) / 40;
      expect(mileageAddition(entry).amounts.miles).toBe(hundredths);
      expect(deducts(entry)).toBe(Math.floor(exact + 0.5));
    }),
  );
});

test.each([0, -1, 0.001, 1.005, 10_000.01, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
  "%p miles are rejected",
  (miles) => expect(MileageRequest.safeParse({ miles, date: "2026-07-01" }).success).toBe(false),
);

test.each(["2026-02-29", "2026-13-01", "26-01-01", "2026-07-01T00:00:00Z"])(
  "the day %p is rejected",
  (date) => expect(MileageRequest.safeParse({ miles: 1, date }).success).toBe(false),
);

test.each([
  ["2024-01-01", undefined],
  ["2026-11-21", undefined],
  ["2026-11-22", undefined],
  ["2026-11-23", "today or earlier"],
  ["2023-12-31", "2024-01-01 or later"],
])("the day %s has the answer %p, where a driver's day may be the next one in UTC", (day, rule) => {
  expect(refusedDay(day, NOW)).toEqual(rule && { param: "date", rule });
});

const entry = { ...log(10, "2026-06-30"), start_location: "12 Main St" };
const correct = (patch: object, of: MileageEntry = entry) => patchMileage(of, MileagePatch.parse(patch));

test("a new date has the rate of that date", () => {
  expect([deducts(entry), deducts(correct({ date: "2026-07-01" }))]).toEqual([725, 760]);
  expect(mileageAddition(correct({ date: "2025-04-01" })).date).toBe("2025-04-01");
});

test("a new purpose decides anew, and other fields keep the decision", () => {
  const excluded = correct({ deductible: false });
  expect(excluded).toMatchObject({ deductible: false });
  expect(correct({ miles: 20 }, excluded)).toMatchObject({ deductible: false });
  expect(correct({ purpose: "pickup" }, excluded)).toMatchObject({ deductible: true });
  expect(correct({ purpose: "commute" })).toMatchObject({ deductible: false });
});

test("null removes a location, and an absent field stays", () => {
  expect(
    publicMileage({ account_id: "acct_1", mode: "test" }, "drv_1", correct({ miles: 11 })),
  ).toMatchObject({ start_location: "12 Main St" });
  expect(correct({ start_location: null }).start_location).toBeUndefined();
});

test.each([{}, { rate: 1 }, { miles: 0 }, { deductible: null }, { purpose: null }])(
  "the patch %p is rejected",
  (patch) => expect(MileagePatch.safeParse(patch).success).toBe(false),
);
