import { expect, test } from "@jest/globals";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { declined } from "../support/receipts.ts";
import { later, now } from "./century-ahead.ts";
import { begun, confirm, confirmed } from "./signup-steps.ts";
import { engine, store } from "./store.ts";

const NAMES_PEOPLE = [
  "SIGNUP",
  "SIGNUP_EMAIL",
  "SIGNUP_DIRECTORY",
  "SUPPRESSION",
  "WAITLIST",
  "WAITLIST_DIRECTORY",
];
const kept = async () => (await Promise.all(NAMES_PEOPLE.map((noun) => engine.items(noun)))).flat();

test("nothing of an erased person remains but the keyed hash of an opt-out, and other signups stay", async () => {
  const other = await begun("other@example.com");
  await store.putWaitlistEntry({ email: other.email, joined_at: now.toISOString() });
  const before = await kept();
  const signup = await confirmed("gone@example.com");
  await store.putWaitlistEntry({ email: "Gone@example.com", joined_at: now.toISOString() });
  await store.moveSignupToDeclined(signup, declined(now), now);
  expect((await kept()).length).toBe(before.length + 6);
  expect(await store.deleteSignup(signup, now)).toBe(true);
  const left = (await kept()).filter(
    (item) => !before.some(({ pk, sk }) => pk === item.pk && sk === item.sk),
  );
  const hash = expect.stringMatching(/^SUPPRESSION#[0-9a-f]{8}\.[0-9a-f]{64}$/);
  expect(left).toEqual([{ pk: hash, sk: "SUPPRESSION", reason: "disowned", since: now.toISOString() }]);
  expect((await kept()).length).toBe(before.length + 1);
  expect(JSON.stringify(await engine.items())).not.toMatch(/gone@example/i);
  expect(await store.deleteSignup(signup, now)).toBe(false);
});

test("the address can sign up anew, and a repeated erasure keeps the new signup", async () => {
  const old = await begun("anew@example.com");
  await store.moveSignupToDeclined(old, declined(now), now);
  expect(await store.deleteSignup(old, now)).toBe(true);
  const fresh = await begun(old.email, later);
  expect(await store.deleteSignup(old, now)).toBe(false);
  expect(await store.findSignup(fresh.signup_id, later)).toEqual(fresh);
  expect(await store.putProof(fresh.signup_id, "proof", "first", later)).toBe("added");
  expect(await confirm(fresh, later)).toBe(true);
  const { signup_id } = fresh;
  expect(await store.putSignup(startSignup({ email: old.email }, later))).toMatchObject({ signup_id });
});

test("an erasure while an email is sent prevents its link", async () => {
  const signup = await begun("midway@example.com");
  await store.deleteSignup(signup, now);
  expect(await store.putProof(signup.signup_id, "proof", signup.created_at, now)).toBe("settled");
  expect(await confirm(signup)).toBe(false);
  await store.moveSignupToDeclined(signup, declined(now), now);
  expect(await store.findSignup(signup.signup_id, now)).toBeUndefined();
});
