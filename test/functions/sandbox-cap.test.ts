import { expect, test } from "@jest/globals";
import { engine, post } from "./agent-posts.ts";

process.env.SANDBOX_SIGNUPS_PER_MINUTE = "6";

test.each([
  [
    "all keys of the docs together",
    "limitDocsPayouts",
    ["192.0.2.1", new Date()],
    2,
    /^Your network 192.0.2.0\/24 had its share of the 6 payouts per minute of sandbox keys/,
  ],
  ["an account in the playground", "limitPlayground", ["acct_1", new Date()], 20, /^The playground makes/],
] as const)("payouts of %s above their limit get a 429", async (_, name, given, most, message) => {
  process.env.DOCS_PAYOUTS_PER_MINUTE = "6";
  const guard = {
    ...(await import("../../shared/http/guard/fair-share.ts")),
    ...(await import("../../shared/http/guard/playground-limit.ts")),
  };
  const count = () => (guard[name] as (...given: unknown[]) => Promise<void>)(...given);
  for (let i = 0; i < most; i++) await count();
  await expect(count()).rejects.toMatchObject({
    code: "rate_limit_exceeded",
    message: expect.stringMatching(message),
    headers: { "retry-after": expect.any(String) },
  });
});

const sandbox = { email: "ana@example.com", sandbox: true };

test("sandbox signups of a network above its share get a 429 that says so, and live ones do not count", async () => {
  for (let i = 0; i < 2; i++) expect((await post("start-signup", sandbox)).status).toBe(201);
  const { status, json, headers } = await post("start-signup", sandbox);
  expect([status, json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  expect(json.error.message).toMatch(
    /^Your network 10\.0\.0\.0\/24 had its share of the 6 sandbox signups per minute that all callers have together/,
  );
  const seconds = Number(headers?.["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await engine.items("OUTBOX")).toHaveLength(2);
  // A refusal that is known costs nothing, and other networks still have room.
  const [network, limits] = [await engine.items("NETWORK"), await engine.items("LIMIT")];
  expect((await post("start-signup", sandbox)).status).toBe(429);
  expect([await engine.items("NETWORK"), await engine.items("LIMIT")]).toEqual([network, limits]);
  expect((await post("start-signup", sandbox, "10.9.9.9")).status).toBe(201);
  const spent = await post("start-signup", sandbox, "10.9.8.9");
  expect(spent.json.error.message).toMatch(/^All callers together exceeded the limit of 6 sandbox signups/);
  expect((await post("start-signup", { email: "ana@example.com" })).status).toBe(201);
});
