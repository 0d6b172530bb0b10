import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What a link is for. Each purpose has a key of its own, so that no token can be used for another. */
export type LinkPurpose = "tax-document";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Newest first; the first one seals. */
type Secrets = readonly [string, ...string[]];

type Sealed = { parts: readonly string[]; expiresAt: Date };

/**
 * A token that says `parts` to us and nothing to anybody else, until it expires: encrypted and authenticated, so it can neither
 * be read nor changed. It is all there is: nothing is kept.
 */
export function sealLink(purpose: LinkPurpose, { parts, expiresAt }: Sealed, [secret]: Secrets): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose, secret), nonce);
  const plain = [expiresAt.toISOString(), ...parts].join("\n");
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/** What a token of ours says, or undefined when it is none, was changed, was made for something else or has expired. */
export function unsealLink(
  purpose: LinkPurpose,
  token: string,
  secrets: Secrets,
  now: Date,
): Sealed | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Decoding forgives what encoding never writes.
  if (bytes.toString("base64url") !== token || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const plain = secrets
    .map((secret) => open(bytes, keyFor(purpose, secret)))
    .find((text) => text !== undefined);
  if (plain === undefined) return undefined;
  const [expiry = "", ...parts] = plain.split("\n");
  const expiresAt = new Date(expiry);
  return expiresAt > now ? { parts, expiresAt } : undefined;
}

function open(bytes: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

const keyFor = (purpose: LinkPurpose, secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
