import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** What can open a sealed text, newest first: the first one seals. Each is 32 bytes. */
export type SealingKeys = readonly [Uint8Array, ...Uint8Array[]];

/** It was sealed with a key we do not have, for another owner, or was changed. */
export class Unsealable extends Error {
  override readonly name = "Unsealable";
}

/** The key has come since ours were read, or is no more. */
export class UnknownKey extends Unsealable {}

const ALGORITHM = "aes-256-gcm";
const VERSION = "v1";
/** What GCM is made for; more random bits would be hashed down again. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts `text` for `owner`, an endpoint's id: what is sealed for one endpoint does not open for another, so nobody
 * who can write items can give an endpoint a secret that they know. The result, `v1.<key>.<iv, text and tag>`, names
 * its format and its key, so that either can be replaced while old ones are about.
 */
export function seal(text: string, owner: string, [key]: SealingKeys): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated(owner));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, nameOf(key), sealed.toString("base64url")].join(".");
}

/** The text that was sealed for `owner`. Throws {@link Unsealable}, which says nothing of it. */
export function unseal(sealed: string, owner: string, keys: SealingKeys): string {
  const [version, keyName, data = "", ...more] = sealed.split(".");
  const key = keys.find((one) => nameOf(one) === keyName);
  const bytes = Buffer.from(data, "base64url");
  if (version !== VERSION || more.length > 0 || bytes.length < IV_BYTES + TAG_BYTES)
    throw new Unsealable("The sealed text has another format");
  if (!key) throw new UnknownKey("The sealed text names a key that is not here");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associated(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    throw new Unsealable("The sealed text is not its owner's, or was changed");
  }
}

const associated = (owner: string): Buffer => Buffer.from(`${VERSION}.${owner}`);

/** Tells our few keys apart; 32 bits of a hash tell nothing about a key of 256. */
const nameOf = (key: Uint8Array): string => createHash("sha256").update(key).digest("hex").slice(0, 8);
