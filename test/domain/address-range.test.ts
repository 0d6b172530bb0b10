import { isIP } from "node:net";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { operations, pages } from "../../shared/contract/service.ts";
import { readRanges, share } from "../../shared/domain/address-range.ts";
import { sharesOf } from "../../shared/domain/window.ts";

const good = { name: "assistant", cidr: "192.0.2.0/24", factor: 20 };

describe("address ranges in a setting", () => {
  test("valid ranges are read unchanged", () => {
    const ranges = [
      good,
      { name: "six", cidr: "2001:db8::/48", factor: 1.5 },
      { ...good, name: "one", cidr: "192.0.2.7" },
    ];
    expect(readRanges(JSON.stringify(ranges))).toEqual(ranges);
    expect(readRanges("[]")).toEqual([]);
  });

  test.each([
    ["{}", "it must be a JSON list"],
    ["[{", "it must be a JSON list"],
    ["20", "it must be a JSON list"],
    [[good, good], "with unique names"],
    [[good, "192.0.2.0/24"], "entry 2 must be an object of"],
    [[{ ...good, faktor: 2 }], "entry 1 must be an object of"],
    [[{ ...good, name: "2001:db8:1:2::/64" }], "entry 1, `name` must be a lowercase name"],
    [[{ ...good, name: "default" }], "entry 1, `name` must be"],
    [[{ cidr: good.cidr, factor: 2 }], "entry 1, `name` must be"],
    [[good, { ...good, name: "b", cidr: "192.0.2.0/33" }], "entry 2, `cidr` must be a network such as"],
    [[{ ...good, cidr: "192.0.2/24" }], "entry 1, `cidr` must be"],
    [[{ ...good, cidr: "2001:db8::/129" }], "entry 1, `cidr` must be"],
    [[{ ...good, cidr: "0.0.0.0/0" }], "entry 1, `cidr` must be"],
    [[{ ...good, cidr: "192.0.2.0/24/8" }], "entry 1, `cidr` must be"],
    [[{ ...good, cidr: "example.com" }], "entry 1, `cidr` must be"],
    [[{ ...good, factor: "20" }], "entry 1, `factor` must be a number from 1 to 1000"],
    [[{ ...good, factor: 0 }], "entry 1, `factor` must be"],
    [[{ ...good, factor: 5000 }], "entry 1, `factor` must be"],
  ])("%j is rejected: %s", (ranges, message) => {
    const text = typeof ranges === "string" ? ranges : JSON.stringify(ranges);
    expect(() => readRanges(text)).toThrow(`rateLimitRanges: `);
    expect(() => readRanges(text)).toThrow(message);
  });
});

test("a CIDR is valid exactly when Node accepts it", () => {
  const group = fc.constantFrom("0", "1", "ff", "2001", "db8", "fffff", "", "g");
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6().filter((text) => !text.includes(".")),
    fc.array(group, { maxLength: 9 }).map((groups) => groups.join(":")),
    fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 5 }).map((parts) => parts.join(".")),
  );
  const bits = fc.option(fc.integer({ min: 1, max: 140 }), { nil: undefined });
  fc.assert(
    fc.property(address, bits, (network, width) => {
      const cidr = width === undefined ? network : `${network}/${width}`;
      const read = () => readRanges(JSON.stringify([{ ...good, cidr }]));
      const widest = { 4: 32, 6: 128 }[isIP(network)] ?? 0;
      if ((width ?? 1) <= widest) expect(read()).toHaveLength(1);
      else expect(read).toThrow("`cidr` must be a network");
    }),
    { numRuns: 1000 },
  );
});

const limits = [...operations, ...pages].flatMap((record) => (record.limits ? [record.limits] : []));
const factor = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 1, max: 1000, noNaN: true }));
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("a register is picked at random, and all together accept exactly the factor's part, rounded down", () => {
  fc.assert(
    fc.property(fc.constantFrom(...limits), factor, random, (windows, factor, randomNumber) => {
      const {
        whole,
        key,
        windows: picked,
      } = share(windows, { name: "assistant", factor }, () => randomNumber);
      const shares = sharesOf(whole);
      const register = Math.floor(randomNumber * shares.length);
      expect([key, picked]).toEqual([`assistant#${register}`, shares[register]]);
      windows.forEach(({ count, seconds }, i) => {
        expect(whole[i]).toEqual({ count: Math.floor(count * factor), seconds });
        const counts = shares.map((each) => each[i]?.count ?? 0);
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(whole[i]?.count);
        expect(Math.max(...counts)).toBeLessThanOrEqual(60);
      });
    }),
  );
});

test("any windows are split exactly, and each register accepts at least one request", () => {
  const window = fc.record({ count: fc.integer({ min: 1, max: 100_000 }), seconds: fc.constant(60) });
  fc.assert(
    fc.property(fc.array(window, { minLength: 1, maxLength: 3 }), (windows) => {
      const shares = sharesOf(windows);
      windows.forEach(({ count, seconds }, i) => {
        const counts = shares.map((each) => each[i]?.count ?? 0);
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
        expect(shares[0]?.[i]?.seconds).toBe(seconds);
      });
    }),
  );
});
