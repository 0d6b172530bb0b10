import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { remembered } from "../../shared/store/table/remembered.ts";

const MS = 60;

test("a value is returned during its lifetime only", () => {
  const cache = remembered<string>(MS, 10);
  expect(cache.put("key", "value", 1_000)).toBe("value");
  expect([999, 1_000, 1_059, 1_060].map((now) => cache.get("key", now))).toEqual([
    undefined,
    "value",
    "value",
    undefined,
  ]);
  expect(cache.get("another", 1_000)).toBeUndefined();
});

test("a caller can ask for a fresher value", () => {
  const cache = remembered<string>(Number.POSITIVE_INFINITY, 10);
  cache.put("key", "value", 0);
  expect(cache.get("key", 1e15)).toBe("value");
  expect([cache.get("key", 4, 5), cache.get("key", 5, 5)]).toEqual(["value", undefined]);
});

test("a deleted value is gone", () => {
  const cache = remembered<string>(MS, 10);
  cache.put("key", "value", 0);
  cache.delete("key");
  expect(cache.get("key", 0)).toBeUndefined();
});

test("on a clock that steps either way, a key returns only its last value, during its lifetime", () => {
  const MAX = 3;
  const put = fc.record({ key: fc.constantFrom(..."abcde"), step: fc.integer({ min: -100, max: 100 }) });
  fc.assert(
    fc.property(fc.array(put, { maxLength: 40 }), (puts) => {
      const cache = remembered<number>(MS, MAX);
      const last = new Map<string, { value: number; at: number }>();
      let now = 1_000;
      for (const [value, { key, step }] of puts.entries()) {
        now += step;
        cache.put(key, value, now);
        last.set(key, { value, at: now });
        expect(cache.get(key, now)).toBe(value);
      }
      const stale = [...last].filter(([key, { value, at }]) => {
        const cached = cache.get(key, now);
        // The cap may drop a value early. No value outlives its time.
        expect([undefined, value]).toContain(cached);
        if (now < at || now >= at + MS) expect(cached).toBeUndefined();
        return cached !== undefined;
      });
      expect(stale.length).toBeLessThanOrEqual(MAX);
    }),
  );
});
