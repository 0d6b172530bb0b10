import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { projected } from "../../shared/pages/client/growth-view.ts";
import { readGrowth } from "../../shared/pages/home/home-growth.ts";

const read = (given: Record<string, string>) => readGrowth(new URLSearchParams(given), "en");
const input = fc.record({
  weekly: fc.integer({ min: 1, max: 165 }),
  years: fc.integer({ min: 1, max: 50 }),
  rate: fc.integer({ min: -20, max: 20 }),
});

describe("a projection", () => {
  test("without a return is what was paid in", () => {
    expect(projected({ weekly: 25, years: 30, rate: 0 }, 30)).toEqual({ paid: 39_000, balance: 39_000 });
  });

  test("equals the sum of every contribution with its own growth", () => {
    fc.assert(
      fc.property(input, (given) => {
        const weeks = given.years * 52;
        let balance = 0;
        for (let week = 1; week <= weeks; week++)
          balance += given.weekly * (1 + given.rate / 100) ** ((weeks - week) / 52);
        expect(projected(given, given.years).balance / balance).toBeCloseTo(1, 9);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the projector's form", () => {
  test("reads amounts as people write them", () => {
    expect(read({ weekly: " $25 ", years: "30", rate: "-2.5" })?.view?.texts).toMatchObject({
      paid: "$39,000",
    });
  });

  test.each([
    ["weekly", "166"],
    ["weekly", "0"],
    ["weekly", "1e1"],
    ["years", "51"],
    ["years", "1.5"],
    ["rate", "20.1"],
    ["rate", "0x10"],
  ])("refuses %s %s", (name, value) => {
    const growth = read({ weekly: "25", years: "30", rate: "5", [name]: value });
    expect([growth?.view, Object.keys(growth?.mistakes ?? {})]).toEqual([undefined, [name]]);
  });
});
