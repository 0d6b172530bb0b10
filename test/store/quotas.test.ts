import { describe, expect, test } from "@jest/globals";
import { type Quota, quotaOf, sandboxQuota } from "../../shared/domain/account/standing.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { store } from "./store.ts";

let accounts = 0;
const newOwner = (mode: Owner["mode"] = "test"): Owner => ({ account_id: `acct_${++accounts}`, mode });

// A century ahead: engines delete expired items by their own clock.
const MINUTE = Date.parse("2126-11-21T09:30:00.000Z");
const at = (second: number) => new Date(MINUTE + second * 1_000 + 500);

const ofOneToN = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
// Opens connections first: a machine busy with 300 calls opens them late.
await Promise.all(ofOneToN(50).map(() => store.countRequest(newOwner(), sandboxQuota, at(0))));

/** The outcomes of simultaneous requests, by the window that refused them. */
async function outcomes(owner: Owner, quota: Quota, requests: number, nowOf: (i: number) => Date) {
  const counted = await Promise.all(
    Array.from({ length: requests }, (_, i) => store.countRequest(owner, quota, nowOf(i))),
  );
  const by = (window?: "minute" | "second") => counted.filter(({ refusedBy }) => refusedBy === window);
  return { accepted: by(), minute: by("minute").length, second: by("second").length };
}

const sorted = (counted: { used: number }[]) => counted.map(({ used }) => used).sort((a, b) => a - b);

const enterprise = {
  tier: "enterprise",
  verified: true,
  custom_quota: { per_minute: 70, per_second: 7 },
} as const;

describe.each([
  ["a test key's", quotaOf("test", enterprise), sandboxQuota],
  ["an enterprise's own", quotaOf("live", enterprise), enterprise.custom_quota],
])("%s quota", (_, quota, { per_minute, per_second }) => {
  test("the quota accepts its number of 300 requests in one second", async () => {
    const { accepted, minute, second } = await outcomes(newOwner(), quota, 300, () => at(0));
    expect([accepted.length, minute, second]).toEqual([per_second, 0, 300 - per_second]);
    expect(sorted(accepted)).toEqual(ofOneToN(per_second));
  });

  test("the quota accepts its number of 300 requests in one minute", async () => {
    const owner = newOwner();
    const { accepted, minute, second } = await outcomes(owner, quota, 300, (i) => at(i % 60));
    expect([accepted.length, minute, second]).toEqual([per_minute, 300 - per_minute, 0]);
    expect(sorted(accepted)).toEqual(ofOneToN(per_minute));
    expect(await store.countRequest(owner, quota, at(60))).toEqual({ used: 1 });
  });

  test("the next second is counted from zero, and each account and mode separately", async () => {
    const owner = newOwner();
    await outcomes(owner, quota, per_second, () => at(0));
    expect(await store.countRequest(owner, quota, at(0))).toEqual({ used: per_second, refusedBy: "second" });
    expect(await store.countRequest(owner, quota, at(1))).toEqual({ used: per_second + 1 });
    expect(await store.countRequest({ ...owner, mode: "live" }, quota, at(0))).toEqual({ used: 1 });
    expect(await store.countRequest(newOwner(), quota, at(0))).toEqual({ used: 1 });
  });
});
