import { describe, expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { publicEndpoint } from "../../shared/domain/webhook/public-endpoint.ts";
import { currentSecrets, rotateSecret } from "../../shared/domain/webhook/rotate-secret.ts";
import {
  enableEndpoint,
  judgeEndpoint,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import { endpoint } from "./delivery-steps.ts";

const HOUR = 3_600_000;
const start = Date.parse("2026-11-21T00:00:00.000Z");
const at = (hours: number) => new Date(start + hours * HOUR);
const iso = (hours: number) => at(hours).toISOString();
const healthy: WebhookEndpoint = {
  ...endpoint,
  created_at: iso(-1),
  secrets: [{ sealed: "first", created_at: iso(-1) }],
};
type Streak = NonNullable<WebhookEndpoint["failures"]>;
const failing = (count: number, warned_at?: string, hour?: Streak["hour"]): WebhookEndpoint => ({
  ...healthy,
  failures: { since: iso(0), count, ...(warned_at && { warned_at }), ...(hour && { hour }) },
});
const hourly = (count: number) => ({ at: iso(0), count });
const EVENT = "evt_1";
const refused: AttemptResult = { outcome: "refused", status: 500, duration_ms: 1 };
const delivered: AttemptResult = { outcome: "delivered", status: 200, duration_ms: 1 };
const late = (result: AttemptResult): AttemptResult => ({ ...result, duration_ms: 2_001 });
const slow: WebhookEndpoint = { ...healthy, slow: true };
const namesOf = ({ changes }: ReturnType<typeof judgeEndpoint>) => changes.map(({ change }) => change);

describe("effects of an attempt on its endpoint", () => {
  test.each<[string, WebhookEndpoint, AttemptResult, number, string[]]>([
    ["a success of a healthy one: nothing to write", healthy, delivered, 0, []],
    ["a success after failures ends them", failing(3), delivered, 1, ["recovered"]],
    ["a failure counts", healthy, refused, 0, ["failed"]],
    ["a day of failures is worth a warning", failing(4), refused, 24, ["failed", "warned"]],
    ["not a minute sooner", failing(400), refused, 23.99, ["failed"]],
    ["not with fewer than five", failing(3), refused, 100, ["failed"]],
    ["not twice", failing(8, iso(24)), refused, 100, ["failed"]],
    ["five days and ten failures end it", failing(9, iso(24)), refused, 120, ["failed", "disabled"]],
    ["not a minute sooner", failing(900, iso(24)), refused, 119.99, ["failed"]],
    ["not with fewer than ten", failing(8, iso(24)), refused, 1_000, ["failed"]],
    ["not without a warning: that comes first", failing(900), refused, 1_000, ["failed", "warned"]],
    ["not within a day of the warning", failing(900, iso(1_000)), refused, 1_023.99, ["failed"]],
    ["a day after the warning ends it", failing(900, iso(1_000)), refused, 1_024, ["failed", "disabled"]],
    ["an attempt of more than two seconds marks it slow", healthy, late(delivered), 0, ["paced"]],
    ["a failed one too", healthy, late(refused), 0, ["failed", "paced"]],
    ["of two seconds not yet", healthy, { ...delivered, duration_ms: 2_000 }, 0, []],
    ["what is marked already is not marked again", slow, late(delivered), 0, []],
    ["a quick success ends that", slow, delivered, 0, ["paced"]],
    ["a quick failure too", slow, refused, 0, ["failed", "paced"]],
    [
      "twenty failures in an hour tell others",
      failing(25, undefined, hourly(6)),
      refused,
      0.9,
      ["failed", "alerted"],
    ],
    ["not nineteen", failing(24, undefined, hourly(6)), refused, 0.9, ["failed"]],
    ["not twenty in more than an hour", failing(25, undefined, hourly(6)), refused, 1, ["failed"]],
    [
      "not twice a day",
      { ...failing(25, undefined, hourly(6)), alert: { at: iso(-23), number: 1 } },
      refused,
      0.9,
      ["failed"],
    ],
    ["410 ends it at once", healthy, { ...refused, status: 410 }, 0, ["failed", "disabled"]],
    ["our own crash is not its fault", failing(900), { outcome: "lost", duration_ms: 0 }, 999, []],
    ["what is off already stays as it is", { ...healthy, status: "disabled" }, refused, 0, []],
  ])("%s", (_, endpoint, result, hours, changes) => {
    expect(namesOf(judgeEndpoint(endpoint, result, at(hours), EVENT))).toEqual(changes);
  });

  test("a warning and a disabling each send an email with the reason", () => {
    expect(judgeEndpoint(failing(4), refused, at(24), EVENT).mails).toEqual([
      { mail: "endpoint_failing", endpoint_id: "wh_1", since: iso(0) },
    ]);
    expect(judgeEndpoint(failing(9, iso(24)), refused, at(120), EVENT).mails).toEqual([
      {
        mail: "endpoint_disabled",
        endpoint_id: "wh_1",
        reason: "failing",
        failed: { event_id: EVENT, reason: "refused: the receiver answered 500" },
      },
    ]);
  });
});

test("an enabled endpoint starts without failures", () => {
  const disabled = { at: iso(1), reason: "gone" } as const;
  expect(enableEndpoint({ ...failing(9), slow: true, status: "disabled", disabled })).toEqual(healthy);
});

const sealedAt = (hours: number) => (endpoint: WebhookEndpoint) =>
  currentSecrets(endpoint, at(hours)).map(({ sealed }) => sealed);
const once = rotateSecret(healthy, { sealed: "second", created_at: iso(0) }, 24 * 3_600);

test("the new secret comes first, with the old one until the overlap ends", () => {
  expect(sealedAt(23.99)(once)).toEqual(["second", "first"]);
  expect(sealedAt(24)(once)).toEqual(["second"]);
});

const rotated = (endpoint: WebhookEndpoint, name: string, hour: number, overlapHours: number) =>
  rotateSecret(endpoint, { sealed: name, created_at: iso(hour) }, overlapHours * 3_600);

test("a second rotation within the overlap leaves each older secret its own end", () => {
  const twice = rotated(once, "third", 1, 48);
  expect(sealedAt(2)(twice)).toEqual(["third", "second", "first"]);
  expect(sealedAt(24)(twice)).toEqual(["third", "second"]);
  expect(sealedAt(49)(twice)).toEqual(["third"]);
});

test("of many rotations, the new secret, the one before, the oldest and the longest one sign", () => {
  const many = ["3rd", "4th", "5th", "6th"].reduce(
    (endpoint, name, i) => rotated(endpoint, name, i + 1, name === "4th" ? 168 : 24),
    once,
  );
  expect(sealedAt(5)(many)).toEqual(["6th", "5th", "3rd", "first"]);
  expect(many.secrets).toHaveLength(4);
  expect(sealedAt(24)(many)).toEqual(["6th", "5th", "3rd"]);
});

test("a rotation removes the secrets that have ended", () => {
  expect(rotated(once, "third", 24, 24).secrets.map(({ sealed }) => sealed)).toEqual(["third", "second"]);
});

test("the end that callers see is the soonest one, because a receiver may have that secret", () => {
  const twice = rotated(once, "third", 23, 24);
  expect(publicEndpoint(twice, at(23)).previous_secret_expires_at).toBe(iso(24));
  expect(publicEndpoint(twice, at(24)).previous_secret_expires_at).toBe(iso(47));
  expect(publicEndpoint(twice, at(47)).previous_secret_expires_at).toBeNull();
});

test("without an overlap every old secret ends at once", () => {
  expect(sealedAt(0)(rotated(healthy, "new", 0, 0))).toEqual(["new"]);
  expect(sealedAt(1)(rotated(once, "new", 1, 0))).toEqual(["new"]);
});
