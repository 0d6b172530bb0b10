import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstIdAfter, idBefore, lastIdBefore, sortableId } from "../../shared/domain/ids.ts";
import { addressOf, parseAddress } from "../../shared/domain/owner.ts";
import {
  createPayout,
  mayBe,
  PayoutStatus,
  payoutTransitions,
  publicPayout,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { askAgainAt, settleAtOnce } from "../../shared/domain/payout/payout-rail.ts";
import { sandboxRail } from "../../shared/domain/payout/sandbox-rail.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const request = { driver_id: "drv_x", amount: 10_000, currency: "usd", method: "instant" } as const;
const account = (last4: string) => ({
  id: "ba_x",
  last4,
  bank_name: "Bank",
  account_type: "checking" as const,
  status: "verified" as const,
  created_at: NOW.toISOString(),
});

describe("a payout's status", () => {
  test("moves only along the arrows: pending to completed or failed, completed to refunded", () => {
    const arrows = PayoutStatus.options.flatMap((status) =>
      (["complete", "fail", "refund"] as const)
        .filter((transition) => mayBe(transition, { status }))
        .map((transition) => `${status} > ${payoutTransitions[transition].to}`),
    );
    expect(arrows).toEqual(["pending > completed", "pending > failed", "completed > refunded"]);
  });

  test("never changes what was paid, and remembers when it moved", () => {
    const payout = createPayout(request, [], NOW);
    const later = new Date(NOW.getTime() + 5_000);
    const { status, completed_at, ...rest } = settlePayout(payout, "complete", later);
    expect([status, completed_at]).toEqual(["completed", later.toISOString()]);
    expect({ ...rest, status: "pending" }).toEqual(payout);
  });
});

describe("a rail that does not know yet", () => {
  const payout = createPayout(request, [], NOW);
  const past = (ms: number) => new Date(NOW.getTime() + ms);

  test("is asked when it wishes, unless that is sooner than a fiftieth of the payout's age", () => {
    const day = 24 * 60 * 60 * 1_000;
    const [hour, minute] = [past(day + 60 * 60_000), past(day + 60_000)].map((at) => at.toISOString());
    expect(askAgainAt(payout, String(hour), past(day))).toBe(hour);
    expect(askAgainAt(payout, String(minute), past(day))).toBe(past(day + day / 50).toISOString());
    expect(askAgainAt(payout, NOW.toISOString(), NOW)).toBe(past(1_000).toISOString());
  });

  test("may go on for a century before Step Functions ends the execution, however impatient it is", () => {
    const century = past(100 * 365 * 24 * 60 * 60 * 1_000).toISOString();
    let [at, asked] = [NOW.toISOString(), 0];
    for (; at < century; asked++) at = askAgainAt(payout, at, new Date(at));
    // To wait, to call and to choose: nine events of the 25,000.
    expect(asked * 9).toBeLessThan(25_000 / 2);
    expect(asked).toBeLessThan(1_000);
  });
});

describe("the sandbox's rail", () => {
  const settled = (method: "instant" | "standard", last4?: string) =>
    settleAtOnce(sandboxRail, createPayout({ ...request, method }, last4 ? [account(last4)] : [], NOW), NOW);
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

  test.each([
    ["instant", undefined, "completed", undefined],
    ["instant", "6789", "completed", undefined],
    ["instant", "1116", "failed", undefined],
    ["instant", "0009", "completed", later(120)],
    ["standard", undefined, "pending", later(60)],
    ["standard", "2227", "pending", later(60)],
  ] as const)("an %s payout to %s is %s, and is looked at again at %s", (method, last4, status, wakeAt) => {
    const { payout, wakeAt: at } = settled(method, last4);
    expect([payout.status, at]).toEqual([status, wakeAt]);
  });

  test("a payout knows the account it goes to, and partners do not see it there", () => {
    const payout = createPayout(request, [{ ...account("1111"), id: "ba_old" }, account("6789")], NOW);
    expect([payout.bank_account_id, payout.bank_last4]).toEqual(["ba_x", "6789"]);
    expect(Object.keys(publicPayout(payout)).filter((name) => name.startsWith("bank"))).toEqual([]);
    expect(createPayout(request, [], NOW).bank_account_id).toBeUndefined();
  });

  test("a rail that foresees nothing leaves the payout pending, to be asked at once", () => {
    const { payout, wakeAt } = settleAtOnce({ next: async () => null }, createPayout(request, [], NOW), NOW);
    expect([payout.status, wakeAt]).toEqual(["pending", NOW.toISOString()]);
  });
});

describe("ranges of ids", () => {
  const anyInstant = fc.date({ min: new Date(1), max: new Date("2200-01-01"), noInvalidDate: true });

  test("leave their instants out, to the millisecond", () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -2, max: 2 }), (at, ms) => {
        const id = sortableId("pay_", new Date(Math.max(1, at.getTime() + ms)));
        const moved = Math.max(1, at.getTime() + ms) - at.getTime();
        expect(id >= firstIdAfter("pay_", at.toISOString())).toBe(moved > 0);
        expect(id <= lastIdBefore("pay_", at.toISOString())).toBe(moved < 0);
      }),
    );
  });

  test("take a finer instant for what lies between two milliseconds", () => {
    const [before, after] = ["2026-11-21T09:30:00.123Z", "2026-11-21T09:30:00.124Z"].map((at) =>
      sortableId("pay_", new Date(at)),
    );
    const between = "2026-11-21T09:30:00.1234567Z";
    expect([before, after].map((id = "") => id >= firstIdAfter("pay_", between))).toEqual([false, true]);
    expect([before, after].map((id = "") => id <= lastIdBefore("pay_", between))).toEqual([true, false]);
  });

  test("the id before an id is the greatest that is less", () => {
    expect(idBefore("pay_0010")).toBe("pay_000z");
    expect(idBefore("pay_00a1")).toBe("pay_00a0");
    expect(idBefore("pay_0100")).toBe("pay_00zz");
  });
});

test("an address names its owner and id, and comes back whole", () => {
  const owner = { account_id: "acct_x", mode: "live" as const };
  expect(parseAddress(addressOf(owner, "pay_y"))).toEqual({ owner, id: "pay_y" });
});
