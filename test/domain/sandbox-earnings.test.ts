import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { EarningsMonth, monthsOf } from "../../shared/domain/earnings/earnings.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";

const until = (lastDay: string) => openPeriod(undefined, new Date(lastDay));

test("the same driver, gig platform and day give the same earnings at any time", () => {
  const anyDriver = fc.string({ minLength: 1 });
  const platforms = fc.constantFrom("uber", "doordash", "instacart");
  fc.assert(
    fc.property(anyDriver, platforms, fc.integer({ min: 0, max: 60 }), (driver, platform, later) => {
      const first = sandboxEarnings(driver, platform, until("2026-06-30"));
      const lastDay = new Date(Date.parse("2026-06-30") + later * 86_400_000).toISOString().slice(0, 10);
      const second = sandboxEarnings(driver, platform, until(lastDay));
      const from = new Date(Date.parse(lastDay) - 89 * 86_400_000).toISOString().slice(0, 10);
      expect(second.filter(({ date }) => date <= "2026-06-30")).toEqual(
        first.filter(({ date }) => date >= from),
      );
    }),
    { numRuns: 50 },
  );
});

test("earnings do not change between releases", () => {
  expect(sandboxEarnings("drv_example", "uber", until("2026-11-21")).slice(0, 2)).toEqual([
    { date: "2026-08-26", pay: 13_520, tips: 685, miles: 8_605, count: 11 },
    { date: "2026-08-27", pay: 16_612, tips: 1_303, miles: 11_230, count: 14 },
  ]);
});

test("a stored month takes at most 1.5 KB", () => {
  const kept = monthsOf("uber", sandboxEarnings("drv_1", "uber", until("2026-11-21")));
  expect(kept.map(({ month }) => month)).toEqual(["2026-08", "2026-09", "2026-10", "2026-11"]);
  for (const month of kept) {
    expect(EarningsMonth.safeParse(month).success).toBe(true);
    expect(JSON.stringify(month).length).toBeLessThan(2_000);
  }
});
