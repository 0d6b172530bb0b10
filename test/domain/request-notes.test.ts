import { expect, test } from "@jest/globals";
import {
  LATENCY_CLASSES,
  latencyNames,
  minuteNotes,
  notedRequests,
  percentileOf,
} from "../../shared/domain/account/request-notes.ts";
import { newAccount } from "../../shared/domain/account/account.ts";
import { keys } from "../../shared/store/keys/keys.ts";

const now = new Date("2026-11-21T09:30:59.999Z");
const minute = "2026-11-21T09:30";
/** The longest that occur: API Gateway's ids of requests have 16 characters. */
const longest = {
  method: "DELETE",
  route: "/v1/earnings/{driver_id}/connections/{platform}/sync",
  request_id: "JKJaXmPLvHcESHA=",
  key_ending: "abcd",
};
const ended = { request_id: "JKJaXmPLvHcESHA=", status: 201, ms: 29_000 };
const slotAt = (ms: number) => minuteNotes(new Date(now.getTime() - ms), longest, [ended]).set;

/** By the rules of DynamoDB: the bytes of names and texts, and half a byte a digit, with one, of a number. */
const bytesOf = (item: Readonly<Record<string, unknown>>) =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const size = typeof value === "number" ? Math.ceil(String(value).length / 2) + 1 : String(value).length;
    return sum + name.length + size;
  }, 0);

test("the fullest item of a minute costs one write unit", () => {
  const { account_id } = newAccount({}, now);
  const seconds = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`s${10 + i}`, 50]));
  const item = {
    ...keys.quota({ account_id, mode: "test" }, minute),
    n: 3_000,
    batched: 1_500,
    ttl: 1_800_000_000,
    ...seconds,
    ...slotAt(0),
    ...slotAt(1),
    ...slotAt(2),
    ...slotAt(3),
    // The classes in which a busy account's requests end.
    ...Object.fromEntries(latencyNames.slice(0, 9).map((name) => [name, 300])),
  };
  expect(Object.keys(item).filter((name) => name.startsWith("r"))).toHaveLength(4);
  expect(bytesOf(item)).toBeLessThanOrEqual(1_024);
});

test("a noted request has the result that a later request of its environment brings, in any minute", () => {
  const first = minuteNotes(now, longest, []);
  const second = minuteNotes(
    new Date(now.getTime() + 90_000),
    { ...longest, method: "GET", request_id: "second", key_ending: undefined },
    [
      { ...ended, request_id: "unknown" },
      { ...ended, ms: 12 },
    ],
  );
  expect(second.add).toEqual({ l20: 1, l2: 1 });
  const { request_id: _, ...same } = longest;
  expect(
    notedRequests([
      { sk: minute, ...first.set },
      { sk: "2026-11-21T09:32", ...second.set },
    ]),
  ).toEqual([
    { ...same, method: "GET", request_id: "second", key_ending: undefined, at: "2026-11-21T09:32:29.999Z" },
    { ...longest, at: now.toISOString(), status: 201, ms: 12 },
  ]);
});

test.each([
  ["no request", [], 0.95, undefined],
  ["one fast request", [5], 0.95, 5],
  ["some of all classes", [0, 0, 19, 0, 1_000], 0.95, 1_000],
  ["requests above the last class", [60_000], 0.5, 6_720],
])("the percentile of %s is near the real one", (_, times, share, real) => {
  const counts = Array<number>(LATENCY_CLASSES).fill(0);
  for (const ms of times)
    for (const [name, n] of Object.entries(minuteNotes(now, longest, [{ ...ended, ms }]).add))
      counts[Number(name.slice(1))] = (counts[Number(name.slice(1))] ?? 0) + n;
  const percentile = percentileOf(counts, share);
  if (real === undefined) expect(percentile).toBeUndefined();
  else expect(Math.abs((percentile ?? 0) / real - 1)).toBeLessThan(0.55);
});
