import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { operations, pages } from "../../shared/contract/service.ts";
import { share } from "../../shared/domain/limit/address-range.ts";
import { sharesOf } from "../../shared/domain/limit/window.ts";

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
