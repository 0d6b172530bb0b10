import { createHmac } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { vector } from "../../shared/client/test/vector.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";

const { secret, body, eventId, sentAt, headers } = vector;

test("the signatures equal the test vector", () => {
  expect(sign({ eventId, body: Buffer.from(body), sentAt, secrets: [secret] })).toEqual(headers);
});

test("the Standard Webhooks library accepts any delivery, and none with a changed byte", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const fresh = newSecret();
      const sent = Buffer.from(json);
      const signed = sign({ eventId: "evt_1", body: sent, sentAt: new Date(), secrets: [fresh] });
      expect(new Webhook(fresh).verify(sent, signed, { jsonParse: false })).toBeUndefined();

      const changed = Buffer.from(sent);
      changed.writeUInt8(changed.readUInt8(at % changed.length) ^ 1, at % changed.length);
      expect(() => new Webhook(fresh).verify(changed, signed)).toThrow("No matching signature");
      expect(() => new Webhook(newSecret()).verify(sent, signed)).toThrow("No matching signature");
    }),
  );
});

const [newer, older] = [newSecret(), newSecret()] as const;
const raw = Buffer.from(body);
const signed = sign({ eventId, body: raw, sentAt: new Date(), secrets: [newer, older] });

test.each([
  ["new", newer],
  ["old", older],
])("a receiver with the %s secret can verify", (_, held) => {
  expect(new Webhook(held).verify(raw, signed)).toEqual(JSON.parse(body));
});

test("the service's own header uses the new secret alone, with its prefix", () => {
  const expected = createHmac("sha256", newer).update(raw).digest("hex");
  expect(signed["x-service-signature"]).toBe(`sha256=${expected}`);
});

test("a secret has 256 random bits", () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  for (const text of secrets) {
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(text.slice(6), "base64")).toHaveLength(32);
  }
  expect(new Set(secrets).size).toBe(1_000);
});
