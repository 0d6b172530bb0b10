import { describe, expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { COUNTED_BYTES } from "../../shared/contract/open-routes.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

await startEngine();
process.env.BASE_URL = "http://localhost:3000";
process.env.OPEN_REQUESTS_PER_MINUTE = "6";
process.env.RATE_LIMIT_RANGES = JSON.stringify([
  { name: "assistant", cidr: "198.51.100.0/24", factor: 2 },
  { name: "six", cidr: "2001:db8:6::/48", factor: 3 },
]);
const limits = await import("../../shared/http/guard/rate-limit.ts");
const source = await import("../../shared/http/guard/source.ts");
const open = await import("../../shared/http/guard/open-limit.ts");

type Reply = { statusCode: number; headers: Record<string, string> };
type Entry = { handler: (event: APIGatewayProxyEventV2, context: object) => Promise<Reply> };
const startSignup: Entry = (await import("../../functions/agent/start-signup.ts")) as never;
const serveMcp: Entry = (await import("../../functions/agent/serve-mcp.ts")) as never;

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:DB8:0001:ffff::1", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
])("%s is in the network %s", (address, network) => expect(source.networkOf(address)).toBe(network));

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1:2:3:4", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, key) => expect(source.sourceKey(address)).toBe(key));

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

  test("asks a request that began before the last accepted one to wait no longer than its window", async () => {
    const once = { ...knock, name: "once", limits: [{ count: 1, seconds: 60 }] };
    // Another operation has refused this address, and each counts alone.
    await limits.limitBySource(once, "203.0.113.7", now);
    const earlier = new Date(now.getTime() - 5);
    await expect(limits.limitBySource(once, "203.0.113.7", earlier)).rejects.toMatchObject({
      headers: { "retry-after": "60" },
    });
  });
});

describe("routes without a key", () => {
  const at = (second: number) => new Date(Date.UTC(2126, 10, 21, 9, 30, second));
  /** The number of requests that pass before the first refusal, at most 20. */
  function passing(address: string, now: Date): number {
    for (let passed = 0; passed < 20; passed++)
      try {
        open.limitOpen(address, 0, now);
      } catch {
        return passed;
      }
    return 20;
  }

  test.each([
    ["an address", "203.0.113.20", 6],
    ["another address", "203.0.113.21", 6],
    ["an address of an operator's range", "198.51.100.20", 12],
  ])("answer %s up to the limit of a minute, in each environment", (_, address, count) => {
    expect(passing(address, at(0))).toBe(count);
    expect(passing(address, at(59))).toBe(0);
    expect(passing(address, at(60))).toBe(count);
  });

  test("say after how many seconds the next minute starts", () => {
    passing("203.0.113.22", at(48));
    expect(() => open.limitOpen("203.0.113.22", 0, at(48))).toThrow(
      expect.objectContaining({ code: "rate_limit_exceeded", headers: { "retry-after": "12" } }),
    );
  });

  test("count a large reply as several requests", () => {
    open.limitOpen("203.0.113.23", 0, at(0));
    open.countBytes("203.0.113.23", 2 * COUNTED_BYTES + 1, at(0));
    expect(passing("203.0.113.23", at(0))).toBe(3);
    open.countBytes("203.0.113.24", COUNTED_BYTES, at(0));
    expect(passing("203.0.113.24", at(0))).toBe(6);
  });

  test("count a large body as several requests, unless they refuse it unread", () => {
    open.limitOpen("203.0.113.25", 2 * COUNTED_BYTES + 1, at(0));
    expect(passing("203.0.113.25", at(0))).toBe(3);
    open.limitOpen("198.51.100.25", COUNTED_BYTES, at(0));
    expect(passing("198.51.100.25", at(0))).toBe(11);
  });

  test.each([
    ["start-signup", startSignup, "/api/agent/signups", "203.0.113.30"],
    ["serve-mcp", serveMcp, "/api/mcp", "203.0.113.40"],
  ])(
    "%s answers 429 to the address of many malformed bodies, and to no other",
    async (_, { handler }, path, address) => {
      const headers = { host: "localhost:3000", "content-type": "application/json" };
      const body = '"'.padEnd(2 * COUNTED_BYTES, '\\"');
      const sent = (from: string) => handler(gatewayEvent("POST", { path, headers, body, from }), {});
      const replies = [await sent(address)];
      // The minute may end once.
      while (replies.length < 7 && replies.at(-1)?.statusCode === 400) replies.push(await sent(address));
      expect(replies.length).toBeGreaterThan(3);
      expect(replies.at(-1)).toMatchObject({
        statusCode: 429,
        headers: { "retry-after": expect.stringMatching(/^[1-9]\d?$/) },
      });
      expect(await sent(`${address}1`)).toMatchObject({ statusCode: 400 });
    },
  );
});
