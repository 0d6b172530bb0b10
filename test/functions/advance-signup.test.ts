import { expect, jest, test } from "@jest/globals";
import { startSandboxSignup, startSignup } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";

await startEngine();
const { handler } = await import("../../functions/timers/advance-signup.ts");
const store = await import("../../shared/store/signup/signups.ts");

const created = Date.parse("2126-11-21T09:30:00.000Z");
const iso = (seconds: number) => new Date(created + seconds * 1000).toISOString();

async function signup() {
  const { signup_id: id } = await putNewSignup();
  return {
    /** Calls the timer, `seconds` after the creation of the signup. */
    at: (seconds: number, more = {}) => {
      jest.useFakeTimers({
        now: created + seconds * 1000,
        doNotFake: [
          "setTimeout",
          "setImmediate",
          "nextTick",
          "queueMicrotask",
          "clearTimeout",
          "performance",
        ],
      });
      return handler({ id, at: iso(seconds), ...more }).finally(() => jest.useRealTimers());
    },
    status: async () => (await store.findSignup(id, new Date(created)))?.status,
    id,
  };
}

async function putNewSignup() {
  const made = startSandboxSignup({}, new Date(created));
  await store.putSandboxSignup(made);
  return made;
}

test("a call before the due time changes nothing and returns the due time", async () => {
  const { at, status, id } = await signup();
  expect(await at(30)).toEqual({ done: false, id, at: iso(60) });
  expect(await status()).toBe("initiated");
});

test("a call less than a second early takes the step, because clocks differ", async () => {
  const { at, status, id } = await signup();
  expect(await at(59.7)).toEqual({ done: false, id, at: iso(180) });
  expect(await status()).toBe("waitlist_joined");
});

test("a call on time takes one step", async () => {
  const { at, status, id } = await signup();
  expect(await at(60)).toEqual({ done: false, id, at: iso(180) });
  expect(await at(180)).toEqual({ done: true, id, at: iso(180) });
  expect(await status()).toBe("account_opened");
});

test("a second call for a step does not take the next step", async () => {
  const { at, status, id } = await signup();
  await at(60);
  expect(await at(61)).toEqual({ done: false, id, at: iso(180) });
  expect(await status()).toBe("waitlist_joined");
});

test("a late call takes one step, and the next call takes the next step at once", async () => {
  const { at, status, id } = await signup();
  expect(await at(500)).toEqual({ done: false, id, at: iso(180) });
  expect(await status()).toBe("waitlist_joined");
  expect(await at(500)).toEqual({ done: true, id, at: iso(500) });
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
