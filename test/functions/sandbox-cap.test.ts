import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Engine } from "../support/cloud/engine.ts";
import { post, startFunctions } from "./agent-posts.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startFunctions();
  process.env.SANDBOX_SIGNUPS_PER_MINUTE = "3";
});
afterAll(() => engine.stop());

test.each([
  [
    "all keys of the docs together",
    "limitDocsPayouts",
    [new Date()],
    2,
    /^All sandbox keys of the documentation/,
  ],
  ["an account in the playground", "limitPlayground", ["acct_1", new Date()], 20, /^The playground makes/],
] as const)("payouts of %s above their limit get a 429", async (_, name, given, most, message) => {
  process.env.DOCS_PAYOUTS_PER_MINUTE = "2";
  const guard = await import("../../shared/http/guard/sandbox-cap.ts");
  const count = () => (guard[name] as (...given: unknown[]) => Promise<void>)(...given);
  for (let i = 0; i < most; i++) await count();
  await expect(count()).rejects.toMatchObject({
    code: "rate_limit_exceeded",
    message: expect.stringMatching(message),
    headers: { "retry-after": expect.any(String) },
  });
});

const sandbox = { email: "ana@example.com", sandbox: true };

test("sandbox signups of many addresses above the service's limit get a 429, and live ones do not count", async () => {
  for (let i = 0; i < 3; i++) expect((await post("start-signup", sandbox)).status).toBe(201);
  const { status, json, headers } = await post("start-signup", sandbox);
  expect([status, json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  expect(json.error.message).toMatch(
    /^All callers together exceeded the limit of 3 sandbox signups per minute/,
  );
  const seconds = Number(headers?.["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await engine.items("OUTBOX")).toHaveLength(3);
  // The fourth request took no place of its address: neither a place given back, nor one of a known refusal.
  const limits = (await engine.items("LIMIT")).filter(({ pk }) =>
    String(pk).startsWith("LIMIT#start-signup#"),
  );
  const taken = limits.map((item) => Object.entries(item).filter(([at, ms]) => /^t\d/.test(at) && ms !== 0));
  expect(taken.map(({ length }) => length).sort()).toEqual([0, 1, 1, 1]);
  expect((await post("start-signup", sandbox)).status).toBe(429);
  const counted = (await engine.items("LIMIT")).filter(({ pk }) =>
    /start-signup|sandbox-signups/.test(String(pk)),
  );
  expect(counted).toHaveLength(5);
  expect((await post("start-signup", { email: "ana@example.com" })).status).toBe(201);
});
