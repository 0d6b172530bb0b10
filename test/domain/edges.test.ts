import { describe, expect, test } from "@jest/globals";
import { hasPassed, isEnded, renewedEnd, renewedLimits } from "../../shared/domain/account/api-key.ts";
import { linkExpiry, waitExpiry } from "../../shared/domain/account/login.ts";
import { adminsToTell } from "../../shared/domain/account/member.ts";
import { isOver } from "../../shared/domain/account/session.ts";
import { formYears, identityStoredUntil } from "../../shared/domain/driver/deleted-driver.ts";
import { accountStatus } from "../../shared/domain/driver/driver-accounts.ts";
import { hasExpired } from "../../shared/domain/earnings/consent.ts";
import { includes } from "../../shared/domain/earnings/period.ts";
import { canonical } from "../../shared/domain/item/canonical.ts";
import { followAfter } from "../../shared/domain/item/horizon.ts";
import { overdrawn } from "../../shared/domain/ledger/audit.ts";
import { mergedMetadata } from "../../shared/domain/metadata/metadata.ts";
import { inHundredths } from "../../shared/domain/money/decimal.ts";
import { approvalProblem, statusAt } from "../../shared/domain/payout/proposal.ts";
import { isSilent } from "../../shared/domain/rail/bank-file.ts";
import { isTooOld, readChoice } from "../../shared/domain/savings/agreement.ts";
import { isExpired, validProof } from "../../shared/domain/signup/signup.ts";
import { estimatedTax } from "../../shared/domain/tax/estimated-tax.ts";
import { tipsOf } from "../../shared/domain/tax/tax-document.ts";
import { netProfitOf } from "../../shared/domain/tax/tax-sums.ts";
import { provisionalIn, rateOn, statedFigures, taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { idleUntil } from "../../shared/domain/time/idle.ts";
import { isGone, tookLong } from "../../shared/domain/webhook/attempt.ts";
import { postpone } from "../../shared/domain/webhook/delivery-attempt.ts";
import { isReminded } from "../../shared/domain/webhook/overdue-hints.ts";

const at = "2026-03-01T12:00:00.000Z";
const now = new Date(at);
const before = new Date(now.getTime() - 1);
const DAY = 86_400_000;
const days = (n: number) => new Date(now.getTime() + n * DAY).toISOString();
/** Of an instant: what is true a millisecond before it, and at it. */
const edge = (holds: (clock: Date) => unknown) => [holds(before), holds(now)];

describe("the instant at which something ends belongs to what follows", () => {
  test.each<[string, (clock: Date) => unknown, unknown[]]>([
    ["an instant passes", (clock) => hasPassed(at, clock), [false, true]],
    ["no instant passes", (clock) => hasPassed(undefined, clock), [false, false]],
    ["an overlap of keys", (clock) => isEnded({ expires_at: at } as never, clock), [false, true]],
    ["a key with a last day", (clock) => isEnded({ valid_until: at } as never, clock), [false, true]],
    ["a revoked key", (clock) => isEnded({ revoked_at: days(9) } as never, clock), [true, true]],
    ["a session", (clock) => isOver({ expires_at: at }, clock), [false, true]],
    ["a signup", (clock) => isExpired({ expires_at: at }, clock), [false, true]],
    ["a signup without an end", (clock) => isExpired({}, clock), [false, false]],
    ["a consent's link", (clock) => hasExpired({ expires_at: at } as never, clock), [false, true]],
    [
      "a connected consent",
      (c) => hasExpired({ expires_at: at, answer: "connected" } as never, c),
      [false, false],
    ],
    [
      "a new bank account's test of zero dollars",
      (clock) => accountStatus({ status: "pending", verifies_at: at } as never, clock),
      ["pending", "verified"],
    ],
    [
      "a proposal",
      (c) => statusAt({ status: "pending", expires_at: at } as never, c),
      ["pending", "expired"],
    ],
    ["a bank's answer", (c) => isSilent({ state: "written", acknowledge_by: at } as never, c), [false, true]],
    [
      "an invitation to save, after 30 days",
      (clock) => isTooOld({ status: "invited", invited_at: days(-30) } as never, clock),
      [false, true],
    ],
    [
      "an emailed proof",
      (clock) => validProof({ proofs: new Set([`h.${now.getTime() / 1000}`]) } as never, "h", clock),
      [`h.${now.getTime() / 1000}`, undefined],
    ],
  ])("%s", (_, holds, expected) => expect(edge(holds)).toEqual(expected));
});

test("a renewed key lives as many days as it did, and shares the limits of the key that it replaces", () => {
  const key = { key_id: "key_2", created_at: days(-10), valid_until: "2026-02-21T23:59:59.999Z" };
  expect(renewedEnd(key as never, now)).toBe("2026-03-03T23:59:59.999Z");
  expect(renewedEnd({ ...key, valid_until: undefined } as never, now)).toBeUndefined();
  expect(renewedLimits({ ...key, max_daily_amount: 5 } as never)).toEqual({
    max_daily_amount: 5,
    capped_as: "key_2",
  });
  const capped = { ...key, max_payout_amount: 1, max_daily_amount: 5, capped_as: "key_1" };
  expect(renewedLimits(capped as never)).toMatchObject({ max_payout_amount: 1, capped_as: "key_1" });
});

test("a link lives 15 minutes, and the page that waits for it a day", () => {
  expect([linkExpiry(now), waitExpiry(now)]).toEqual(["2026-03-01T12:15:00.000Z", days(1)]);
});

test("a function without work looks again after a day, or at its next work", () => {
  const next = now.getTime() + 5;
  expect([idleUntil(now), idleUntil(now, next)]).toEqual([
    { idle_until: days(1) },
    { idle_until: new Date(next).toISOString() },
  ]);
});

test("admins who have signed in get the email, or else all", () => {
  const [ana, bo, cy] = [
    { role: "admin", member_id: "ana", signed_in_at: at },
    { role: "admin", member_id: "bo" },
    { role: "viewer", member_id: "cy", signed_in_at: at },
  ] as never[];
  expect(adminsToTell([ana, bo, cy] as never)).toEqual([ana]);
  expect(adminsToTell([bo, cy] as never)).toEqual([bo]);
});

test("who approved, and of two who made the key, approves no more", () => {
  const proposal = { approvals: [{ member_id: "ana" }] } as never;
  const of = (member_id: string, needed = 2) =>
    approvalProblem(proposal, { member_id, needed, makers: ["bo"] });
  expect([of("ana"), of("bo")]).toEqual([
    expect.stringMatching(/already/),
    expect.stringMatching(/made the key/),
  ]);
  expect([of("cy"), of("bo", 1)]).toEqual([undefined, undefined]);
});

test("a deleted driver's identity stays four years after the last form was due", () => {
  expect(formYears({ paid_2024: 0, paid_2026: 1, form_2025: "doc", tips_2027: 3 })).toEqual([2025, 2026]);
  expect(identityStoredUntil({ paid_2025: 1 })).toMatch(/^2030-0[12]-/);
  expect(identityStoredUntil({ paid_2025: 0 })).toBeUndefined();
});

test("a choice to save names at most half, at least a dollar a year, and at most the law's limit", () => {
  const limits = { year: 2026, published: 2026, limit: 700_000, higher: 800_000 };
  const read = (form: Record<string, string>) =>
    readChoice({ rule: "percent", percent: "50", cap: "1.00", ...form }, limits);
  expect(read({})).toEqual({ choice: { rule: { percent: 50 }, yearly_cap: 100 } });
  expect(read({ cap: "8000", age: "yes" })).toMatchObject({
    choice: { yearly_cap: 800_000, age_50_in: 2026 },
  });
  for (const [form, mistakes] of [
    [{ percent: "51" }, { percent: "percent" }],
    [{ percent: "0" }, { percent: "percent" }],
    [{ cap: "0.99" }, { cap: "cap" }],
    [{ cap: "7000.01" }, { cap: "cap" }],
    [{ rule: "cents" }, { percent: "noPercent" }],
  ] as const)
    expect(read(form)).toMatchObject({ mistakes });
});

describe("figures at their limits", () => {
  const rules = taxRules(2026);
  test.each<[string, unknown, unknown]>([
    [
      "a day belongs to the period that it ends",
      [
        includes({ from: "2026-01-01", to: "2026-01-31" }, "2026-01-31"),
        includes({ from: "2026-01-02", to: "2026-01-31" }, "2026-01-01"),
      ],
      [true, false],
    ],
    [
      "one meaning is one text",
      canonical({ b: [1], a: { y: undefined, x: null }, c: {} }),
      '{"a":{"x":null},"b":[1]}',
    ],
    ["a list is followed after ten seconds of its clock", [followAfter(1), followAfter(60)], [10, 1]],
    [
      "a sum below zero is a difference",
      overdrawn("x", ["a", "b"], { a: -1, b: 0 }).map(({ what }) => what),
      ["x a"],
    ],
    [
      "null removes a pair, and the last pair the metadata",
      [mergedMetadata('{"a":"1","b":"2"}', { a: null }), mergedMetadata('{"a":"1"}', { a: null })],
      ['{"b":"2"}', undefined],
    ],
    ["hundredths are rounded", [inHundredths(0.29), inHundredths(1.005)], [29, 100]],
    [
      "a loss is no profit",
      netProfitOf({ gross: 5, tips: 0, logged: { miles: 0, mileage: 4, phone_data: 2, supplies: 0 } }),
      0,
    ],
    [
      "no occupation is stated without tips",
      [tipsOf({ occupation: "101" } as never, 0), tipsOf({ occupation: "101" } as never, 1)],
      [{ tip_amount: 0 }, { tip_amount: 1, occupation: "101" }],
    ],
    ["no profit owes no tax", estimatedTax(0, 0, rules).tax, 0],
    [
      "a rate begins with its day",
      [rateOn(rules.mileage[0]?.from ?? "", rules), rateOn("2025-12-31", rules)],
      [rules.mileage[0]?.tenthsOfCent, 0],
    ],
    [
      "a year without provisional figures says so",
      provisionalIn({ ...rules, provisional: [] }, []).provisional,
      false,
    ],
    [
      "a figure is stated from its first year on",
      statedFigures(2026).length >= statedFigures(2025).length,
      true,
    ],
    [
      "an attempt of two seconds is not long",
      [2_000, 2_001].map((duration_ms) => tookLong({ outcome: "delivered", duration_ms })),
      [false, true],
    ],
    [
      "only a refusal with 410 ends an endpoint",
      [410, 404].map((status) => isGone({ outcome: "refused", status, duration_ms: 1 })),
      [true, false],
    ],
    [
      "an overdue delivery has a reminder after 5 and 20 minutes",
      [4, 5, 6, 8, 20, 23].map((minutes) => isReminded(minutes * 60_000)),
      [false, true, true, false, true, false],
    ],
  ])("%s", (_, value, expected) => expect(value).toEqual(expected));
});

test("a postponed attempt waits 1, 4, 16, ... minutes at most, and a resend stays the first of its kind", () => {
  const lease = { kind: "scheduled" };
  const of = (postponed: number, more = {}) =>
    postpone({ lease, postponed, resends: [], ...more } as never, { until: 0, random: 1 });
  const minutes = (postponed: number) => Date.parse(of(postponed).next_attempt_at ?? "") / 60_000;
  expect([minutes(0), minutes(1), minutes(2)]).toEqual([1, 4, 16]);
  expect(minutes(99)).toBe(minutes(98));
  expect(of(0, { lease: { kind: "manual" }, resends: ["a", "b"] }).resends).toEqual([
    "1970-01-01T00:01:00.000Z",
    "b",
  ]);
});
