import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { decodeBase64url } from "./base64url.ts";

const CIPHER = "aes-256-gcm";
/** GCM uses 12 bytes as they are. It would hash a longer nonce down to as many. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, ciphertext and tag in base64url. `associated` is authenticated with the text, and not stored. */
function encrypt(text: string, key: Uint8Array, associated = ""): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(associated));
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

function decrypt(token: string, key: Uint8Array, associated = ""): string | undefined {
  const bytes = decodeBase64url(token);
  if (!bytes || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(associated))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Newest first: the first key seals, and each opens what it sealed. Each is 32 bytes. */
export type SealingKeys = readonly [Uint8Array, ...Uint8Array[]];

/** The text was sealed with another key or for another owner, or was changed. */
export class Unsealable extends Error {
  override readonly name = "Unsealable";
}

/** The text names a key that is newer than the ones given, or was deleted. */
export class UnknownKey extends Unsealable {}

const VERSION = "v1";

/**
 * A text sealed for one owner does not open for another, so a writer of items cannot give an endpoint a
 * secret that the writer knows. `v1.<key>.<nonce, text and tag>` names format and key, so either can change.
 */
export function seal(text: string, owner: string, [key]: SealingKeys): string {
  return [VERSION, nameOfKey(key), encrypt(text, key, associated(owner))].join(".");
}

/** The text that was sealed for `owner`. Throws {@link Unsealable}, whose message has nothing of the text. */
export function unseal(sealed: string, owner: string, keys: SealingKeys): string {
  const [version, keyName, data, ...more] = sealed.split(".");
  if (version !== VERSION || data === undefined || more.length > 0)
    throw new Unsealable("The sealed text has another format");
  const key = keys.find((key) => nameOfKey(key) === keyName);
  if (!key) throw new UnknownKey("The sealed text names an unknown key");
  const text = decrypt(data, key, associated(owner));
  if (text === undefined) throw new Unsealable("The sealed text belongs to another owner, or was changed");
  return text;
}

const associated = (owner: string): string => `${VERSION}.${owner}`;

/** Distinguishes our few keys. 32 bits of a hash reveal nothing about a key of 256 random bits. */
export const nameOfKey = (key: Uint8Array): string =>
  createHash("sha256").update(key).digest("hex").slice(0, 8);

/** What a link opens. Each purpose has its own key, so a token for one purpose does not open for another. */
export type LinkPurpose = "tax-document" | "passkey";

/** Newest first: the first secret seals. */
type LinkSecrets = readonly [string, ...string[]];

type SealedLink = { parts: readonly string[]; expiresAt: Date };

/** A token that only the service can read or make, until it expires. Nothing is stored. */
export const sealLink = (
  purpose: LinkPurpose,
  { parts, expiresAt }: SealedLink,
  [secret]: LinkSecrets,
): string => encrypt([expiresAt.toISOString(), ...parts].join("\n"), linkKey(purpose, secret));

/** The contents of a token. Undefined when it was changed, has another purpose or has expired. */
export function unsealLink(
  purpose: LinkPurpose,
  token: string,
  secrets: LinkSecrets,
  now: Date,
): SealedLink | undefined {
  const text = secrets
    .map((secret) => decrypt(token, linkKey(purpose, secret)))
    .find((opened) => opened !== undefined);
  if (text === undefined) return undefined;
  const [expiry = "", ...parts] = text.split("\n");
  const expiresAt = new Date(expiry);
  return expiresAt > now ? { parts, expiresAt } : undefined;
}

const linkKey = (purpose: LinkPurpose, secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
