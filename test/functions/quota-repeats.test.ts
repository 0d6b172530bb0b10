import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createDriverOperation } from "../../shared/contract/platform/drivers/create-driver.ts";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import { MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { createDriver, publicDriver } from "../../shared/domain/driver/driver.ts";
import { now as START } from "../store/century-ahead.ts";
import { store } from "../store/store.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const QUOTA = { per_minute: 5, per_second: 3 };

const { servePlatform } = await import("../../shared/http/serve/serve-platform.ts");

/** A caller with the small quota, whose operation has a limit of its own too: it counts in `limited`. */
async function newCaller() {
  const account = newAccount({}, START);
  const text = newApiKey("test");
  const key = { ...newKeyRecord(account, "test", ["drivers:write"], START), quota: QUOTA };
  await store.putKey(account, key, hashOfKey(text), MAX_KEYS);
  let limited = 0;
  let now = START.getTime();
  const handler = servePlatform(
    createDriverOperation,
    {
      answer: async ({ body }, { owner, reply, remember, countOnce }) => {
        await countOnce(async () => void limited++);
        const driver = createDriver(body, new Date(now));
        const created = reply("created", publicDriver(driver, { lifetime_earnings: 0, lifetime_payouts: 0 }));
        await store.putDriver(owner, driver, remember(created));
        return created;
      },
    },
    () => new Date(now),
  );
  const ask = async (idempotencyKey: string) => {
    const event = gatewayEvent("POST", {
      headers: {
        authorization: `Bearer ${text}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify({ email: "ana@example.com", first_name: "Ana", last_name: "Ng" }),
    });
    const { statusCode, headers = {}, body } = (await handler(event, {} as never)) as never as Answer;
    return { status: statusCode, left: Number(headers["x-ratelimit-remaining"]), body };
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, limited: () => limited, pass };
}
type Answer = { statusCode: number; headers?: Record<string, string>; body: string };

/** A first request, some repeats of an earlier one at once, or time that passes. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant("first" as const) },
  { weight: 4, arbitrary: fc.record({ of: fc.nat(), times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000, 60_000) },
);

test("a repeat is never refused, and no quota or limit counts it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { ask, limited, pass } = await newCaller();
      const answers = new Map<string, string>();
      let time = 0;
      let minute = 0;
      let second = 0;
      for (const [i, sent] of steps.entries()) {
        if (typeof sent === "number") {
          pass(sent);
          if (Math.floor((time + sent) / 60_000) > Math.floor(time / 60_000)) minute = 0;
          time = time + sent;
          second = 0;
        } else if (sent === "first") {
          const isOver = minute >= QUOTA.per_minute || second >= QUOTA.per_second;
          if (!isOver) [minute, second] = [minute + 1, second + 1];
          const { status, left, body } = await ask(`key-${i}`);
          expect([status, left]).toEqual([isOver ? 429 : 201, QUOTA.per_minute - minute]);
          if (!isOver) answers.set(`key-${i}`, body);
        } else if (answers.size > 0) {
          const [key, body] = [...answers][sent.of % answers.size] as [string, string];
          for (let n = 0; n < sent.times; n++)
            expect(await ask(key)).toEqual({ status: 201, left: QUOTA.per_minute - minute, body });
        }
        expect(limited()).toBe(answers.size);
      }
    }),
    { numRuns: 25 },
  );
});

test("repeats at once are never refused, and a request after them finds its place", async () => {
  const { ask } = await newCaller();
  await ask("first");
  await ask("second");
  const statuses = (replies: { status: number }[]) => new Set(replies.map(({ status }) => status));
  expect(statuses(await Promise.all(Array.from({ length: 20 }, () => ask("first"))))).toEqual(new Set([201]));
  expect(await ask("third")).toMatchObject({ status: 201, left: 2 });
  expect((await ask("fourth")).status).toBe(429);
});
