import { createHash, createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { receiptKeyOf } from "../../shared/crypto/receipt-key.ts";
import { claimsFor, claimsOf, compactOf, jwkOf } from "../../shared/domain/receipt/receipt.ts";
import { declaredOf } from "../../shared/domain/signup/declared-agent.ts";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { otherKey, receiptOf, testKey } from "../support/receipts.ts";
import { vector } from "../support/receipt-vectors.ts";

const now = new Date("2026-11-25T03:30:00.987Z");

describe("a receipt", () => {
  test("of the vector's claims and key has the bytes that eleven libraries verified", () => {
    expect([testKey.x, testKey.kid]).toEqual([vector.x, vector.kid]);
    expect(compactOf(testKey.sign(vector.payload))).toBe(vector.jws);
  });

  test("has exactly the header that every library verifies, and is 64 signed bytes", () => {
    const jws = compactOf(receiptOf("decline", "svc_sgn_1", now));
    const [header = "", payload = "", signature = ""] = jws.split(".");
    expect(Buffer.from(header, "base64url").toString()).toBe(
      `{"alg":"EdDSA","typ":"consent-receipt+jwt","kid":"${testKey.kid}"}`,
    );
    const key = createPublicKey({ key: jwkOf(testKey), format: "jwk" });
    const signed = Buffer.from(`${header}.${payload}`);
    expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
    const other = createPublicKey({ key: jwkOf(otherKey), format: "jwk" });
    expect(verify(null, signed, other, Buffer.from(signature, "base64url"))).toBe(false);
  });

  test("names the act, the second and the words, and leaves out what is not known", () => {
    const { jti, ...claims } = claimsOf(receiptOf("join_waitlist", "svc_sgn_1", now));
    expect(jti).toMatch(/^rcp_[0-9a-z]{26}$/);
    expect(claims).toEqual({
      iss: "https://api.example.com",
      sub: "svc_sgn_1",
      act: "join_waitlist",
      auth: "email_link",
      iat: Math.floor(now.getTime() / 1000),
      text_sha256: "5".repeat(64),
      text_version: "words/1",
      lang: "en",
      livemode: true,
      terms: {},
    });
    const declared = { agent: undefined, partner_id: undefined };
    expect(claimsOf(receiptOf("decline", "svc_sgn_1", now, { declared }))).not.toHaveProperty("declared");
  });

  test("of a gig connection says that a partner's link was used", () => {
    expect(claimsOf(receiptOf("allow_gig_connection", "drv_1", now)).auth).toBe("partner_link");
  });

  test("never has an instant in the future", () => {
    const text = { text_sha256: "", text_version: "", lang: "en" as const };
    const deed = { act: "decline" as const, sub: "s", text, livemode: true, terms: {} };
    expect(claimsFor(deed, "", now).iat * 1000).toBeLessThanOrEqual(now.getTime());
  });
});

test("a value of the secret always gives the same key, and another value another", () => {
  const secret = "aB3".repeat(21);
  // A change of the derivation would leave the published keys without their secret.
  expect(receiptKeyOf(secret).x).toBe("tR1JaPvt6M1SMSWFHyYKv_X9-oNOiPiJn9D77Ds2pdY");
  expect(receiptKeyOf(secret).kid).toBe(receiptKeyOf(secret).kid);
  expect(receiptKeyOf(`${secret}x`).kid).not.toBe(receiptKeyOf(secret).kid);
});

test("the id of a key is its thumbprint (RFC 7638), and its entry has no alg", () => {
  const members = `{"crv":"Ed25519","kty":"OKP","x":"${testKey.x}"}`;
  expect(testKey.kid).toBe(createHash("sha256").update(members).digest("base64url"));
  expect(jwkOf(testKey)).toEqual({ kty: "OKP", crv: "Ed25519", x: vector.x, kid: vector.kid, use: "sig" });
});

test.each([
  ["Claude", "Claude"],
  ["Ana Ng's helper", undefined],
  ["Helper of ANA", undefined],
  ["mail ana.ng@example.com now", undefined],
  ["Ng", "Ng"],
  [undefined, undefined],
])("an assistant named %p is declared as %p on the receipt of Ana", (name, agent) => {
  const signup = startSignup(
    { email: "ana.dasilva@example.com", name: "Ana Ng", ...(name !== undefined && { agent: { name } }) },
    now,
  );
  expect(declaredOf(signup)).toEqual({ agent, partner_id: undefined });
});
