import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startSandboxSignup, startSignup } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let store: typeof import("../../shared/store/signup/signups.ts");

beforeAll(async () => {
  engine = await startEngine();
  store = await import("../../shared/store/signup/signups.ts");
});
afterAll(() => engine.stop());

// A century ahead: engines delete expired items by their own clock.
const now = new Date("2126-11-21T09:30:00.000Z");
const later = new Date("2126-11-22T09:30:00.000Z");

describe("the signup store", () => {
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
    const found = await Promise.all(signups.map(({ signup_id }) => store.findSignup(signup_id, now)));
    expect(found.filter(Boolean)).toEqual(kept);
  });

  test("every optional field is stored as given, and a later signup changes none", async () => {
    const full = {
      email: "full@example.com",
      name: "Ana",
      platforms: ["doordash", "uber_eats"],
      partner_id: "acme-fleet",
      agent: { name: "helper", client: "cli", version: "1.2" },
    };
    const first = startSignup(full, now);
    await store.putSignup(first);
    const existing = await store.putSignup(
      startSignup({ email: full.email, name: "Bo", partner_id: "other-co" }, later),
    );
    expect(existing).toEqual({ signup_id: first.signup_id, status: "initiated", partner_id: "acme-fleet" });
    expect(await store.findSignup(first.signup_id, now)).toEqual(first);
  });

  test("a committed signup whose answer was lost counts as created when it is repeated", async () => {
    const signup = startSignup({ email: "lost@example.com" }, now);
    expect(await store.putSignup(signup)).toBeUndefined();
    expect(await store.putSignup(signup)).toBeUndefined();
  });

  test("repeated timers move a sandbox signup once for each transition, and get its state", async () => {
    const signup = startSandboxSignup({}, now);
    await store.putSandboxSignup(signup);
    const moves = await Promise.all(
      Array.from({ length: 20 }, () => store.moveSandboxSignup(signup.signup_id, "join_waitlist")),
    );
    expect(new Set(moves.map((moved) => moved?.status))).toEqual(new Set(["waitlist_joined"]));
    expect((await store.moveSandboxSignup(signup.signup_id, "open_account"))?.status).toBe("account_opened");
    expect((await store.moveSandboxSignup(signup.signup_id, "join_waitlist"))?.status).toBe("account_opened");
  });

  test("an account cannot open before the waitlist", async () => {
    const signup = startSandboxSignup({}, now);
    await store.putSandboxSignup(signup);
    expect((await store.moveSandboxSignup(signup.signup_id, "open_account"))?.status).toBe("initiated");
  });

  test("no timer moves a live signup", async () => {
    const signup = startSignup({ email: "live@example.com" }, now);
    await store.putSignup(signup);
    expect(await store.moveSandboxSignup(signup.signup_id, "join_waitlist")).toBeUndefined();
    expect(await store.findSignup(signup.signup_id, now)).toEqual(signup);
  });

  test("moving an unknown signup writes nothing", async () => {
    expect(await store.moveSandboxSignup("svc_test_none", "join_waitlist")).toBeUndefined();
    expect(await store.findSignup("svc_test_none", now)).toBeUndefined();
  });

  test("a sandbox signup is not found after a day, even if it is still stored", async () => {
    const signup = startSandboxSignup({}, now);
    await store.putSandboxSignup(signup);
    expect(await store.findSignup(signup.signup_id, new Date(later.getTime() - 1))).toEqual(signup);
    expect(await store.findSignup(signup.signup_id, later)).toBeUndefined();
  });
});
