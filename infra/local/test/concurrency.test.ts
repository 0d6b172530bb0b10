import { expect, test } from "@jest/globals";
import type { Outcome } from "../base/ports.ts";
import { Concurrency } from "../lambda/concurrency.ts";

test("a reservation is a function's ceiling, and other functions share the rest", async () => {
  const concurrency = new Concurrency(102);
  concurrency.reserve(new Map([["payer", 2]]));
  const end = Promise.withResolvers<Outcome>();
  const started = (name: string, count: number) =>
    Array.from({ length: count }, () => concurrency.run(name, () => end.promise));
  const done: Outcome = { ok: true, payload: "1" };
  const isThrottled = async (name: string) => !(await concurrency.run(name, async () => done)).ok;

  const others = [...started("page", 60), ...started("tool", 40)];
  expect([await isThrottled("page"), await isThrottled("payer")]).toEqual([true, false]);
  const payers = started("payer", 2);
  expect(await isThrottled("payer")).toBe(true);
  end.resolve(done);
  await Promise.all([...others, ...payers]);
  expect([await isThrottled("page"), await isThrottled("payer")]).toEqual([false, false]);
});

test("reservations that AWS would refuse stop the start", () => {
  const concurrency = new Concurrency(109);
  expect(() => concurrency.reserve(new Map([["payer", 10]]))).toThrow(/reserves 10 .* 109.*100/);
});
