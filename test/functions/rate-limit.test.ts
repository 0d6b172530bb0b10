import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Engine, startEngine } from "../support/cloud/engine.ts";

let engine: Engine;
let limits: typeof import("../../shared/http/guard/rate-limit.ts");

beforeAll(async () => {
  engine = await startEngine();
  process.env.RATE_LIMIT_RANGES = JSON.stringify([
    { name: "assistant", cidr: "198.51.100.0/24", factor: 2 },
    { name: "six", cidr: "2001:db8:6::/48", factor: 3 },
  ]);
  limits = await import("../../shared/http/guard/rate-limit.ts");
});
afterAll(() => engine.stop());

describe("a request's source", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1:2:3:4", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, key) => expect(limits.sourceKey(address)).toBe(key));
});

describe("a limit", () => {
  const knock = { name: "knock", method: "POST", limits: [{ count: 2, seconds: 60 }] };
  const now = new Date("2126-11-21T09:30:00.000Z");

  /** The number of accepted requests before a refusal, and the refusal. */
  async function untilRefused(addresses: string[]) {
    for (let passed = 0; passed < 20; passed++) {
      const address = addresses[passed % addresses.length] ?? "";
      const problem = await limits.limitBySource(knock, address, now).then(
        () => undefined,
        (error) => error,
      );
      if (problem) return { passed, code: problem.code, message: problem.message, headers: problem.headers };
    }
    return undefined;
  }

  test.each([
    ["one address", ["203.0.113.7"], 2, "This IP address"],
    ["a household's addresses", ["2001:db8:1:2::1", "2001:db8:1:2::2"], 2, "This IP address"],
    ["an operator's range", ["198.51.100.1", "198.51.100.2"], 4, "Your range of IP addresses"],
    ["a range of IPv6", ["2001:db8:6:1::1", "2001:db8:6:2::1"], 6, "Your range of IP addresses"],
  ])("of %s gets the limit of its own range", async (_, addresses, count, whose) => {
    expect(await untilRefused(addresses)).toEqual({
      passed: count,
      code: "rate_limit_exceeded",
      message: `${whose} exceeded its limit of ${count} requests per minute. Try again in 60 s.`,
      headers: { "retry-after": "60" },
    });
  });
});
