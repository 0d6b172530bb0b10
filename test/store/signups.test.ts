import { expect, test } from "@jest/globals";
import { startSandboxSignup, startSignup } from "../../shared/domain/signup/signup.ts";
import { declined } from "../support/receipts.ts";
import { later, now } from "./century-ahead.ts";
import { begun, confirm } from "./signup-steps.ts";
import { engine, store } from "./store.ts";

test("of 50 racing signups for one email, in any spelling, one is stored and the others get it", async () => {
  const spellings = ["race@example.com", "Race@Example.com", "RACE@EXAMPLE.COM"];
  const signups = Array.from({ length: 50 }, (_, i) =>
    startSignup({ email: spellings[i % 3] as string }, now),
  );
  const results = await Promise.all(signups.map((signup) => store.putSignup(signup)));

  const kept = signups.filter((_, i) => results[i] === undefined);
  expect(kept).toHaveLength(1);
  const reported = new Set(results.filter((existing) => existing).map((existing) => existing?.signup_id));
  expect([...reported]).toEqual([kept[0]?.signup_id]);
  const stored = await Promise.all(signups.map(({ signup_id }) => store.findSignup(signup_id, now)));
  expect(stored.filter(Boolean)).toEqual(kept);
});

test("a committed signup whose answer was lost counts as created when it is repeated", async () => {
  const signup = startSignup({ email: "lost@example.com" }, now);
  expect(await store.putSignup(signup)).toBeUndefined();
  expect(await store.putSignup(signup)).toBeUndefined();
});

test("a sandbox signup is not found after a day, even if it is still stored", async () => {
  const signup = startSandboxSignup({}, now);
  await store.putSandboxSignup(signup);
  expect(await store.findSignup(signup.signup_id, new Date(later.getTime() - 1))).toEqual(signup);
  expect(await store.findSignup(signup.signup_id, later)).toBeUndefined();
});

test("an expired signup is absent for every call, though still stored, and its email can sign up anew", async () => {
  const { putProof, putEmailRequest, putEmailDone, moveSignupToDeclined, deleteSignup } = store;
  const old = await begun("expired@example.com");
  await putProof(old.signup_id, "proof", "first", now);
  const end = new Date("2127-02-19T09:30:00.000Z");
  const before = new Date(end.getTime() - 1);
  expect(await store.putSignup(startSignup({ email: old.email }, before))).toMatchObject({
    signup_id: old.signup_id,
  });
  expect(await store.findSignup(old.signup_id, before)).toMatchObject({ signup_id: old.signup_id });
  expect(await store.findSignup(old.signup_id, end)).toBeUndefined();

  expect(await confirm(old, end)).toBe(false);
  expect(await putProof(old.signup_id, "late", "second", end)).toBe("settled");
  expect(await putEmailRequest(old, { language: "en", turn: 0, form: "form" }, end)).toBe(false);
  await expect(putEmailDone(old.signup_id, "first", "sent", end)).rejects.toThrow("conditional");
  expect(await deleteSignup(old, end)).toBe(false);
  await moveSignupToDeclined(old, declined(end), end);

  const anew = await begun(old.email, end);
  expect(await store.findSignup(anew.signup_id, end)).toEqual(anew);
  expect(await store.putSignup(startSignup({ email: old.email }, end))).toMatchObject({
    signup_id: anew.signup_id,
  });
});

test("a confirmation removes the expiry from every item of the signup", async () => {
  const signup = await begun("stays@example.com");
  const ofSignup = async () =>
    (await engine.items()).filter(
      ({ pk, signup_id }) => !/^OUTBOX/.test(String(pk)) && signup_id === signup.signup_id,
    );
  const ttl = Date.parse("2127-02-19T09:30:00.000Z") / 1000;
  expect((await ofSignup()).map((item) => item.ttl)).toEqual([ttl, ttl]);
  await store.putProof(signup.signup_id, "proof", "first", now);
  await confirm(signup);
  const items = await ofSignup();
  expect(items.map(({ status }) => status)).toEqual(["waitlist_joined", "waitlist_joined"]);
  for (const item of items) expect(item).not.toHaveProperty("expires_at");
  for (const item of items) expect(item).not.toHaveProperty("ttl");
});
