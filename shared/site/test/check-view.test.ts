import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { FilingStatus } from "../../domain/tax/years/filing-status.ts";
import { plainAmount } from "../../pages/client/plain-amount.ts";
import { readCheck } from "../home/home-check.ts";

const NOW = new Date("2026-11-21T00:00:00Z");

const view = (status: string, magi: number) =>
  readCheck(new URLSearchParams({ filing_status: status, magi: String(magi) }), "en", NOW)?.view;

test("an income of zero says that contributions need earned income", () => {
  expect(view("single", 0)?.outcome).toBe("zero");
  expect(view("single", 1)?.outcome).toBe("full");
});

test("a range that starts at zero has no zone for the full limit", () => {
  expect(view("married_separate", 5_000)?.parts.fullZone?.visibility).toBe("hidden");
  expect(view("married_joint", 5_000)?.parts.fullZone?.visibility).toBe("visible");
});

test("the limit stays inside the frame and never rises with income", () => {
  const income = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...FilingStatus.options), income, income, (status, first, other) => {
      const [less, more] = [Math.min(first, other), Math.max(first, other)].map(
        (magi) => view(status, magi)?.parts.dot as { cx: number; cy: number },
      );
      for (const dot of [less, more]) {
        expect(dot?.cx).toBeGreaterThanOrEqual(10);
        expect(dot?.cx).toBeLessThanOrEqual(390);
      }
      expect(more?.cx).toBeGreaterThanOrEqual(less?.cx ?? 0);
      expect(more?.cy).toBeGreaterThanOrEqual(less?.cy ?? 0);
    }),
  );
});

test.each([
  ["$160,500", "160500"],
  [" $ 1,234,567.5 ", "1234567.5"],
  ["60000", "60000"],
  ["60k", "60000"],
  ["$62.5K", "62500"],
  ["k", "k"],
  ["1,000k", "1,000k"],
  ["160500,50", "160500,50"],
  ["1,23", "1,23"],
  ["12.345,00", "12.345,00"],
])("%s is read as %s", (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain);
});
