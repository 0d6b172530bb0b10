import { describe, expect, test } from "@jest/globals";
import { startSignup, storedProof } from "../../shared/domain/signup/signup.ts";
import { declined, joined } from "../support/receipts.ts";
import { store } from "./store.ts";

// A century ahead: engines delete expired items by their own clock.
const now = new Date("2126-11-21T09:30:00.000Z");
const later = new Date("2126-11-22T09:30:00.000Z");

describe("the confirmation of a signup", () => {
  test("of twenty simultaneous requests for one email, one is granted", async () => {
    const signup = startSignup({ email: "ask@example.com" }, now);
    await store.putSignup(signup);
    const asked = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.putEmailRequest(signup, { language: "en", turn: 0, form: "form" }, later),
      ),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    const found = await store.findSignup(signup.signup_id, now);
    expect(found).toMatchObject({ mails: [now.toISOString(), later.toISOString()] });
  });

  test("a stored proof confirms once, and a repeated signup gets the new status", async () => {
    const signup = startSignup({ email: "confirm@example.com" }, now);
    await store.putSignup(signup);
    expect(await store.moveSignupToConfirmed(signup, "no-such-proof", joined(signup, now), now)).toBe(false);
    expect(await store.putProof(signup.signup_id, "proof-1", "first", now)).toBe("added");
    expect(await store.putProof(signup.signup_id, "proof-2", "second", now)).toBe("added");
    const confirmed = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.moveSignupToConfirmed(signup, storedProof("proof-1", now), joined(signup, now), now),
      ),
    );
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await store.putSignup(startSignup({ email: signup.email }, later))).toMatchObject({
      status: "waitlist_joined",
    });
    expect(await store.putProof(signup.signup_id, "proof-3", "third", now)).toBe("settled");
  });

  test("an account opens once, only after the confirmation, and the reason is stored", async () => {
    const signup = startSignup({ email: "open@example.com" }, now);
    await store.putSignup(signup);
    expect(await store.moveSignupToOpened(signup, "too early", now)).toBe(false);
    await store.putProof(signup.signup_id, "proof", "first", now);
    await store.moveSignupToConfirmed(signup, storedProof("proof", now), joined(signup, now), now);
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => store.moveSignupToOpened(signup, "fed", now)),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
    expect(await store.putSignup(startSignup({ email: signup.email }, later))).toMatchObject({
      status: "account_opened",
    });
  });

  test("a disowned signup loses every proof", async () => {
    const signup = startSignup({ email: "disown@example.com" }, now);
    await store.putSignup(signup);
    await store.putProof(signup.signup_id, "proof", "first", now);
    await store.moveSignupToDeclined(signup, declined(now), now);
    expect(
      await store.moveSignupToConfirmed(signup, storedProof("proof", now), joined(signup, now), now),
    ).toBe(false);
    // A sender that read the signup before must not make a working link.
    expect(await store.putProof(signup.signup_id, "late", "second", now)).toBe("settled");
    const { isSuppressed } = store;
    expect(await isSuppressed("Disown@Example.com")).toBe(true);
  });

  test("a disowned signup makes no further transition, not even one in progress", async () => {
    const confirmed = async (email: string) => {
      const signup = startSignup({ email }, now);
      await store.putSignup(signup);
      await store.putProof(signup.signup_id, "proof", "first", now);
      await store.moveSignupToConfirmed(signup, storedProof("proof", now), joined(signup, now), now);
      return signup;
    };
    const signup = await confirmed("regret@example.com");
    await store.moveSignupToDeclined(signup, declined(now), now);
    expect(await store.moveSignupToOpened(signup, "too late", now)).toBe(false);
    await store.moveSignupToDeclined(signup, declined(later), later);
    expect(await store.findSignup(signup.signup_id, now)).toMatchObject({
      status: "declined",
      disowned: now.toISOString(),
      expires_at: "2127-02-19T09:30:00.000Z",
    });

    const raced = await Promise.all(
      Array.from({ length: 10 }, (_, i) => confirmed(`regret${i}@example.com`)),
    );
    await Promise.all(
      raced.map(async (each) => {
        const [opened] = await Promise.all([
          store.moveSignupToOpened(each, "at once", now),
          store.moveSignupToDeclined(each, declined(now), now),
        ]);
        const found = await store.findSignup(each.signup_id, now);
        // Whichever came first, the returned result matches the stored status.
        expect(found).toMatchObject({
          status: opened ? "account_opened" : "declined",
          disowned: now.toISOString(),
        });
      }),
    );
  });

  test("one sender gets the right to send an email, another after a crash, and none once it is sent", async () => {
    const signup = startSignup({ email: "lease@example.com" }, now);
    await store.putSignup(signup);
    const claim = (proof: string, at: Date) => store.putProof(signup.signup_id, proof, "asked", at);
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(`proof-${i}`, now)));
    expect(claims.filter((answer) => answer === "added")).toHaveLength(1);
    expect(claims.filter((answer) => answer === "busy")).toHaveLength(9);
    expect(await claim("late", new Date(now.getTime() + 59_000))).toBe("busy");
    expect(await claim("after a crash", new Date(now.getTime() + 60_000))).toBe("added");
    await store.putEmailDone(signup.signup_id, "asked", "sent", now);
    expect(await claim("again", later)).toBe("settled");
  });
});
