import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import { Unsealable, UnknownKey } from "./sealed.ts";

/** RFC 8410: what comes before the 32 bytes of an X25519 key, in PKCS #8 and in SPKI. */
const PKCS8 = Buffer.from("302e020100300506032b656e04220420", "hex");
const SPKI = Buffer.from("302a300506032b656e032100", "hex");
const RAW = 32;
const TAG = 16;
const NONCE = Buffer.alloc(12);

const privateKeyOf = (secret: string): KeyObject =>
  createPrivateKey({
    ...({ format: "der", type: "pkcs8" } as const),
    key: Buffer.concat([PKCS8, Buffer.from(hkdfSync("sha256", secret, "", "bank-number", RAW))]),
  });

const rawOf = (key: KeyObject): Buffer => key.export({ format: "der", type: "spki" }).subarray(-RAW);

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ format: "der", type: "spki", key: Buffer.concat([SPKI, raw]) });

/** In base64url. It seals, and opens nothing. */
export const bankKeyOf = (secret: string): string =>
  rawOf(createPublicKey(privateKeyOf(secret))).toString("base64url");

/** A key for one text: of a pair of its own, the receiver's key, and the account whose number it is. */
function sharedKey(
  ownKey: KeyObject,
  other: KeyObject,
  [from, to]: readonly [Buffer, Buffer],
  account: string,
) {
  const shared = diffieHellman({ privateKey: ownKey, publicKey: other });
  return Buffer.from(hkdfSync("sha256", shared, Buffer.concat([from, to]), `bank-number ${account}`, RAW));
}

/**
 * An account number that only the holder of the secret opens, and for this bank account only: X25519 with a
 * key of its own for each text, HKDF, AES-256-GCM. `b1.<key>.<public key of the text>.<text and tag>`.
 */
export function sealNumber(number: string, bankAccountId: string, bankKey: string): string {
  const to = Buffer.from(bankKey, "base64url");
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  const from = rawOf(publicKey);
  const cipher = createCipheriv(
    "aes-256-gcm",
    sharedKey(privateKey, publicKeyOf(to), [from, to], bankAccountId),
    NONCE,
  );
  const sealed = Buffer.concat([cipher.update(number, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["b1", nameOf(bankKey), from.toString("base64url"), sealed.toString("base64url")].join(".");
}

const nameOf = (bankKey: string): string => bankKey.slice(0, 8);

/** What opens numbers, with the bank accounts' ids. It throws {@link Unsealable}. Newest secret first. */
export function unsealingNumbers(
  secrets: readonly string[],
): (sealed: string, bankAccountId: string) => string {
  const keys = new Map(secrets.map((secret) => [nameOf(bankKeyOf(secret)), privateKeyOf(secret)]));
  return (sealed, bankAccountId) => {
    const [version, name = "", key = "", data = ""] = sealed.split(".");
    if (version !== "b1") throw new Unsealable("The sealed number has another format");
    const privateKey = keys.get(name);
    if (!privateKey) throw new UnknownKey("The sealed number names an unknown key");
    const from = Buffer.from(key, "base64url");
    const to = rawOf(createPublicKey(privateKey));
    const bytes = Buffer.from(data, "base64url");
    try {
      const decipher = createDecipheriv(
        "aes-256-gcm",
        sharedKey(privateKey, publicKeyOf(from), [from, to], bankAccountId),
        NONCE,
      ).setAuthTag(bytes.subarray(-TAG));
      return decipher.update(bytes.subarray(0, -TAG), undefined, "utf8") + decipher.final("utf8");
    } catch {
      throw new Unsealable("The sealed number belongs to another bank account, or was changed");
    }
  };
}
