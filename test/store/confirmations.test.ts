import { expect, test } from "@jest/globals";
import { type LiveSignup, startSignup, storedProof } from "../../shared/domain/signup/signup.ts";
import { declined, joined } from "../support/receipts.ts";
import { later, now } from "./century-ahead.ts";
import { atOnce, begun, confirm, confirmed } from "./signup-steps.ts";
import { store } from "./store.ts";

/** What a repeated signup of the same address gets. */
const again = (email: string) => store.putSignup(startSignup({ email }, later));

test("of twenty simultaneous requests for one email, one is granted", async () => {
  const signup = await begun("ask@example.com");
  const answers = await atOnce(20, () =>
    store.putEmailRequest(signup, { language: "en", turn: 0, form: "form" }, later),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
  const stored = await store.findSignup(signup.signup_id, now);
  expect(stored).toMatchObject({ mails: [now.toISOString(), later.toISOString()] });
});

test("a stored proof confirms once, and a repeated signup gets the new status", async () => {
  const signup = await begun("confirm@example.com");
  expect(await confirm(signup, now, "no-such-proof")).toBe(false);
  expect(await store.putProof(signup.signup_id, "proof", "first", now)).toBe("added");
  expect(await store.putProof(signup.signup_id, "proof-2", "second", now)).toBe("added");
  expect((await atOnce(20, () => confirm(signup))).filter(Boolean)).toHaveLength(1);
  expect(await again(signup.email)).toMatchObject({ status: "waitlist_joined" });
  expect(await store.putProof(signup.signup_id, "proof-3", "third", now)).toBe("settled");
});

test("a disowned signup loses every proof, and its mailbox gets no email", async () => {
  const signup = await begun("disown@example.com");
  await store.putProof(signup.signup_id, "proof", "first", now);
  await store.moveSignupToDeclined(signup, declined(now), now);
  expect(await confirm(signup)).toBe(false);
  // A sender that read the signup before must not make a working link.
  expect(await store.putProof(signup.signup_id, "late", "second", now)).toBe("settled");
  expect(await store.isSuppressed("Disown@Example.com")).toBe(true);
  expect(await store.findSignup(signup.signup_id, now)).toMatchObject({
    status: "declined",
    disowned: now.toISOString(),
    expires_at: "2127-02-19T09:30:00.000Z",
  });
});

test("a decline that read an older status leaves an account open", async () => {
  const { signup_id } = await confirmed("stale@example.com");
  const signup = (await store.findSignup(signup_id, now)) as LiveSignup;
  await store.moveSignupToOpened(signup, "fed", now);
  await store.moveSignupToDeclined(signup, declined(now), now);
  expect(await store.findSignup(signup_id, now)).toMatchObject({
    status: "account_opened",
    disowned: now.toISOString(),
  });
});

test("a signup confirms until it expires, and asks for no email once it is confirmed", async () => {
  const signup = await begun("expired@example.com");
  await store.putProof(signup.signup_id, "proof", "first", now);
  const end = new Date(signup.expires_at ?? "");
  const confirmAt = (at: Date) =>
    store.moveSignupToConfirmed(signup, storedProof("proof", now), joined(signup, at), at);
  expect([await confirmAt(end), await confirmAt(new Date(end.getTime() - 1))]).toEqual([false, true]);
  const request = { language: "en", turn: 0, form: "form" } as const;
  expect(await store.putEmailRequest(signup, request, later)).toBe(false);
});

test("one sender gets the right to send an email, another after a crash, and none once it is sent", async () => {
  const { signup_id } = await begun("lease@example.com");
  const claim = (proof: string, at: Date) => store.putProof(signup_id, proof, "asked", at);
  const claims = await atOnce(10, (i) => claim(`proof-${i}`, now));
  expect(claims.sort()).toEqual(["added", ...Array(9).fill("busy")]);
  expect(await claim("late", new Date(now.getTime() + 59_000))).toBe("busy");
  expect(await claim("after a crash", new Date(now.getTime() + 60_000))).toBe("added");
  await store.putEmailDone(signup_id, "asked", "sent", now);
  expect(await claim("again", later)).toBe("settled");
});
