import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { randomId, sortableId } from "../../shared/domain/item/ids.ts";

test("sortable ids sort by their instant of creation", () => {
  const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      fc.pre(a.getTime() < b.getTime());
      expect(sortableId("pay_", a) < sortableId("pay_", b)).toBe(true);
    }),
  );
});

test("a ULID's time part equals the specification's example", () => {
  // 1469918176385 is the instant that the ULID specification encodes as 01ARYZ6S41.
  expect(sortableId("", new Date(1469918176385)).slice(0, 10)).toBe("01aryz6s41");
});

test("ten thousand random ids all differ and have 26 characters", () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => randomId("svc_sgn_")));
  expect(ids.size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^svc_sgn_[0-9a-hjkmnp-tv-z]{26}$/);
});
