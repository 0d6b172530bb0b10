import { expect, test } from "@jest/globals";
import { startSandboxSignup, startSignup } from "../../shared/domain/signup/signup.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { startEngine } from "../support/cloud/engine.ts";

await startEngine();
const { handler } = await import("../../functions/timers/advance-signup.ts");
const store = await import("../../shared/store/signup/signups.ts");

const created = Date.parse("2126-11-21T09:30:00.000Z");
const iso = (seconds: number) => new Date(created + seconds * 1000).toISOString();

async function signup() {
  const started = startSandboxSignup({}, new Date(created));
  await store.putSandboxSignup(started);
  const { signup_id: id } = started;
  return {
    /** Calls the timer, `seconds` after the creation of the signup. */
    at: (seconds: number, more = {}) =>
      atInstant(created + seconds * 1000, async () => handler({ id, at: iso(seconds), ...more })),
    status: async () => (await store.findSignup(id, new Date(created)))?.status,
    id,
  };
}

test.each<[string, calls: [seconds: number, done: boolean, next: number][], status: string]>([
  ["a call before the due time changes nothing and returns it", [[30, false, 60]], "initiated"],
  ["a call less than a second early, as clocks differ, takes it", [[59.7, false, 180]], "waitlist_joined"],
  [
    "calls on time take a step each",
    [
      [60, false, 180],
      [180, true, 180],
    ],
    "account_opened",
  ],
  [
    "a second call for a step does not take the next one",
    [
      [60, false, 180],
      [61, false, 180],
    ],
    "waitlist_joined",
  ],
  ["a late call takes one step", [[500, false, 180]], "waitlist_joined"],
  [
    "the call after a late one takes the next step at once",
    [
      [500, false, 180],
      [500, true, 500],
    ],
    "account_opened",
  ],
])("%s", async (_, calls, expected) => {
  const { at, status, id } = await signup();
  for (const [seconds, done, next] of calls) expect(await at(seconds)).toEqual({ done, id, at: iso(next) });
  expect(await status()).toBe(expected);
});

test("a last call that comes too early fails, so that its state machine retries it", async () => {
  const { at, status, id } = await signup();
  await expect(at(58, { last: true })).rejects.toThrow("before its last step");
  await expect(at(60, { last: true })).rejects.toThrow("before its last step");
  expect(await at(180, { last: true })).toEqual({ done: true, id, at: iso(180) });
  expect(await status()).toBe("account_opened");
});

test("a call for a live signup changes nothing and ends the timer", async () => {
  const live = startSignup({ email: "ana@example.com" }, new Date(created));
  await store.putSignup(live);
  const call = { id: live.signup_id, at: iso(60) };
  expect(await handler(call)).toEqual({ done: true, ...call });
  expect((await store.findSignup(live.signup_id, new Date(created)))?.status).toBe("initiated");
});

test("a call for an unknown signup ends the timer", async () => {
  const call = { id: "svc_test_gone", at: iso(60) };
  expect(await handler(call)).toEqual({ done: true, ...call });
});
