import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto";
import { type PublicReceiptKey, type Receipt, signingInput } from "../domain/receipt/receipt.ts";

export type ReceiptKey = PublicReceiptKey & { sign: (claims: string) => Receipt };

/** RFC 8410: what comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export const receiptKeyOf = (secret: string): ReceiptKey =>
  keyOfSeed(Buffer.from(hkdfSync("sha256", secret, "", "consent-receipt", 32)));

export function keyOfSeed(seed: Uint8Array): ReceiptKey {
  const key = createPrivateKey({ format: "der", type: "pkcs8", key: Buffer.concat([PKCS8, seed]) });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const kid = thumbprintOf(x);
  return {
    kid,
    x,
    sign: (claims) => {
      const signature = sign(null, Buffer.from(signingInput({ kid, claims })), key);
      return { kid, claims, signature: signature.toString("base64url") };
    },
  };
}

/** RFC 7638. */
const thumbprintOf = (x: string): string =>
  createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
