import { expect, test } from "@jest/globals";
import { Faults } from "../platform/faults.ts";

const READ = "dynamodb:GetItem";
const WRITE = "dynamodb:PutItem";

/** Which of these calls a fault with this seed affects. */
function affected(seed: number, calls: readonly (readonly [action: string, caller: string])[]): string[] {
  const faults = new Faults();
  faults.set([{ kind: "error", share: 0.5, seed }]);
  const counts = new Map<string, number>();
  return calls.flatMap(([action, caller]) => {
    const name = `${caller} ${action}`;
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    return faults.strike(action, caller, {}) ? [`${name} ${n}`] : [];
  });
}

const reads = Array.from({ length: 40 }, () => [READ, "signer"] as const);
const writes = Array.from({ length: 40 }, () => [WRITE, "signer"] as const);
const others = Array.from({ length: 40 }, () => [READ, "relay"] as const);

test("a seed affects the same calls of each function again, in any order of the functions", () => {
  const calls = [...reads, ...writes, ...others];
  const mixed = reads.flatMap((read, i) => [others[i] ?? read, writes[i] ?? read, read]);
  const first = affected(7, calls);
  expect(first.length).toBeGreaterThan(30);
  expect(first.length).toBeLessThan(90);
  expect(affected(7, mixed).sort()).toEqual(first.sort());
  expect(affected(8, calls)).not.toEqual(first);
});

test("two functions and two actions get different calls affected", () => {
  const numbers = (calls: typeof reads | typeof writes | typeof others) =>
    affected(7, calls).map((call) => call.split(" ").at(-1));
  expect(numbers(reads)).not.toEqual(numbers(writes));
  expect(numbers(reads)).not.toEqual(numbers(others));
});
