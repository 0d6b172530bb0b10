import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { type Reason, type Received, reasons, verifyWebhook } from "../verify-webhook.ts";
import { vector } from "./vector.ts";

const { secret, body, headers, sentAt } = vector;
const received: Received = { body, headers, secret, now: sentAt };
const later = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000);

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

const reasonOf = (changes: Partial<Received>): Reason | "none" => {
  const verdict = verifyWebhook({ ...received, ...changes });
  return verdict.ok ? "none" : verdict.reason;
};
const withHeaders = (changes: Received["headers"]) => ({ headers: { ...headers, ...changes } });

test.each<[string, Partial<Received>]>([
  ["as text", {}],
  ["as bytes", { body: new TextEncoder().encode(body) }],
  ["with header names in any case", { headers: capitals(headers) }],
  ["with header values in lists", withHeaders({ "webhook-id": [vector.eventId] })],
  ["with one of several secrets", { secret: [newSecret(), secret] }],
  [
    "with another signature before the right one",
    withHeaders({ "webhook-signature": `v1a,zzz ${headers["webhook-signature"]}` }),
  ],
  ["without x-service-signature", withHeaders({ "x-service-signature": undefined })],
  ["300 seconds later", { now: later(300) }],
  ["300 seconds earlier", { now: later(-300) }],
  ["a day later with a tolerance of a day", { now: later(86_400), toleranceSeconds: 86_400 }],
])("a genuine delivery is accepted %s", (_, changes) => {
  expect(verifyWebhook({ ...received, ...changes })).toEqual({ ok: true, id: "evt_test_1" });
});

const other = newSecret();
const spaced = JSON.stringify(JSON.parse(body), null, 2);

const failures: [Reason, string, Partial<Received>][] = [
  ["body_not_raw", "a parsed body", { body: JSON.parse(body) }],
  ["header_missing", "no id", withHeaders({ "webhook-id": undefined })],
  ["header_missing", "no timestamp", withHeaders({ "webhook-timestamp": "" })],
  ["header_missing", "only x-service-signature", { headers: only("x-service-signature") }],
  ["signature_scheme", "another version of the scheme", withHeaders({ "webhook-signature": "v2,abc" })],
  [
    "signature_scheme",
    "the value of x-service-signature",
    withHeaders({ "webhook-signature": headers["x-service-signature"] }),
  ],
  ["secret_malformed", "a secret without its prefix", { secret: secret.slice(6) }],
  ["secret_malformed", "a secret with a line break", { secret: `${secret}\n` }],
  ["secret_malformed", "no secret", { secret: [] }],
  ["secret_malformed", "null as the secret", { secret: null as never }],
  ["secret_malformed", "a list in a list", { secret: [[secret]] as never }],
  ["body_not_raw", "null as the body", { body: null as never }],
  ["header_missing", "null as the headers", { headers: null as never }],
  ["header_missing", "null as a header", withHeaders({ "webhook-id": null as never })],
  ["header_missing", "a number as a header", withHeaders({ "webhook-timestamp": 5 as never })],
  [
    "timestamp_malformed",
    "a timestamp in ISO 8601",
    withHeaders({ "webhook-timestamp": sentAt.toISOString() }),
  ],
  ["timestamp_malformed", "a negative timestamp", withHeaders({ "webhook-timestamp": "-1" })],
  ["body_reserialised", "a body with new line breaks", { body: spaced }],
  ["body_reserialised", "a body with a line break at the end", { body: `${body}\n` }],
  [
    "header_changed",
    "an old delivery with a new timestamp",
    withHeaders({ "webhook-timestamp": "1760009999" }),
  ],
  ["header_changed", "another id", withHeaders({ "webhook-id": "evt_test_2" })],
  ["wrong_secret", "the secret of another endpoint", { secret: other }],
  ["body_changed", "a changed value", { body: spaced.replace("true", "false") }],
  ["body_changed", "a truncated body", { body: body.slice(0, -1) }],
  ["body_changed", "the body of another event", { body: body.replace("evt_test_1", "evt_test_2") }],
  ["timestamp_too_old", "a second beyond the tolerance", { now: later(301) }],
  ["timestamp_too_new", "a second beyond the tolerance", { now: later(-301) }],
];

test.each(failures)("the reason is %s for %s", (reason, _, changes) => {
  expect(reasonOf(changes)).toBe(reason);
});

test("the cases above cover every reason", () => {
  expect(new Set(failures.map(([reason]) => reason))).toEqual(new Set(Object.keys(reasons)));
});

test("no message contains a secret", () => {
  const verdict = verifyWebhook({ ...received, secret: other });
  expect(JSON.stringify(verdict)).not.toContain(other.slice(6));
});

test("a reserialised body with non-ASCII text, escaped or not, is body_reserialised", () => {
  const raw = '{"id":"evt_1","data":{"name":"Jos\\u00e9 \\ud83d\\udeb2","slash":"a/b"}}';
  const signed = {
    "webhook-id": "evt_1",
    "webhook-timestamp": headers["webhook-timestamp"],
    "webhook-signature": new Webhook(secret).sign("evt_1", sentAt, raw),
  };
  const escaped = '{"id": "evt_1", "data": {"name": "Jos\\u00e9 \\ud83d\\udeb2", "slash": "a\\/b"}}';
  expect(reasonOf({ body: raw, headers: signed })).toBe("none");
  for (const body of [escaped, JSON.stringify(JSON.parse(raw))])
    expect(reasonOf({ body, headers: signed })).toBe("body_reserialised");
});

test("a change of any byte in the body or a signed header is refused", () => {
  const bytes = Buffer.from(body);
  const anyHeader = fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature");
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 127 }), anyHeader, (at, bits, name) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at % changed.length) ^ bits, at % changed.length);
      expect(reasonOf({ body: changed })).not.toBe("none");

      const value = Buffer.from(headers[name as keyof typeof headers]);
      value.writeUInt8(value.readUInt8(at % value.length) ^ bits, at % value.length);
      expect(reasonOf(withHeaders({ [name]: value.toString("latin1") }))).not.toBe("none");
    }),
    { numRuns: 2_000 },
  );
});

function capitals(source: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name.toUpperCase(), value]));
}

function only(name: keyof typeof headers): Received["headers"] {
  return { [name]: headers[name] };
}
