import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sandboxKeyLimit } from "../../shared/contract/developers/sign-in.ts";
import type { Problem } from "../../shared/contract/errors.ts";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import { newApiKey } from "../../shared/domain/account/api-key.ts";
import { newSandboxAccount } from "../../shared/domain/account/sandbox-account.ts";
import { DAY, HOUR } from "../../shared/domain/window.ts";
import { type Engine, startEngine } from "../support/cloud/engine.ts";

const MOST_AN_HOUR = 4;

let engine: Engine;
let limitSandboxKey: typeof import("../../shared/http/guard/sandbox-cap.ts").limitSandboxKey;
let putSandboxAccount: typeof import("../../shared/store/account/sandbox-accounts.ts").putSandboxAccount;
beforeAll(async () => {
  engine = await startEngine();
  process.env.SANDBOX_KEYS_PER_HOUR = String(MOST_AN_HOUR);
  ({ limitSandboxKey } = await import("../../shared/http/guard/sandbox-cap.ts"));
  ({ putSandboxAccount } = await import("../../shared/store/account/sandbox-accounts.ts"));
});
afterAll(() => engine.stop());

describe("the limit of sandbox keys", () => {
  /** In the future: an engine deletes expired items by its own clock. Each run has days of its own. */
  let start = Date.parse("2126-11-21T00:00:00Z");
  const [{ count }] = sandboxKeyLimit.limits;
  const record = { ...sandboxKeyLimit, method: "POST" };

  const requests = fc.array(
    fc.record({
      address: fc.integer({ min: 1, max: 4 }),
      seconds: fc.oneof(fc.integer({ min: 1, max: 1_800 }), fc.integer({ min: 1, max: 60_000 })),
    }),
    { minLength: 1, maxLength: 30 },
  );

  test("a request passes if its address and the whole service have room, and no refusal takes a place", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        start += 90 * DAY * 1000;
        let now = start;
        const passed: { address: number; at: number }[] = [];
        for (const { address, seconds } of all) {
          now += seconds * 1000;
          const ofAddress = passed.filter((one) => one.address === address && one.at > now - DAY * 1000);
          const ofService = passed.filter(({ at }) => at > now - HOUR * 1000);
          const hasRoom = ofAddress.length < count && ofService.length < MOST_AN_HOUR;
          const refused = await limitSandboxKey(record, `203.0.113.${address}`, new Date(now)).then(
            () => undefined,
            (error: unknown) => error,
          );
          expect(refused === undefined).toBe(hasRoom);
          if (refused) expect((refused as Problem).code).toBe("rate_limit_exceeded");
          else passed.push({ address, at: now });
        }
      }),
      { numRuns: 40 },
    );
  });
});

test("the account of a sandbox key and the key expire, and no directory lists them", async () => {
  const now = new Date("2126-11-21T00:00:00Z");
  const { account, key } = newSandboxAccount(now);
  const text = newApiKey("test");
  await putSandboxAccount(account, key, hashOfKey(text));
  const stored = (await engine.items()).filter(({ pk }) => !String(pk).startsWith("LIMIT#"));
  expect(stored.map(({ pk, ttl }) => [String(pk).split("#")[0], ttl]).sort()).toEqual([
    ["ACCOUNT", now.getTime() / 1000 + 30 * DAY],
    ["API_KEY", now.getTime() / 1000 + 30 * DAY],
    ["API_KEY", now.getTime() / 1000 + 30 * DAY],
  ]);
  expect(JSON.stringify(stored)).not.toContain(text);
  expect(key).toMatchObject({ mode: "test", verified: false, expires_at: "2126-11-22T00:00:00.000Z" });
});
