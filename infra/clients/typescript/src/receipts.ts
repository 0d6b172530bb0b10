import { ReceiptError } from "./failures.ts";

/** The claims of a consent receipt. `declared` is what strangers said about themselves: it proves nothing. */
export type ReceiptClaims = {
  iss: string;
  jti: string;
  sub: string;
  act: string;
  auth: string;
  iat: number;
  text_sha256: string;
  text_version: string;
  lang: string;
  livemode: boolean;
  terms?: Record<string, string | number | boolean>;
  declared?: { agent?: string; partner_id?: string };
  prev?: string;
};

/** What `/.well-known/jwks.json` returns. A stored copy verifies offline. */
export type ReceiptKeys = { keys: readonly { kid?: string; kty?: string; crv?: string; x?: string }[] };

export type VerifyReceiptOptions = {
  /** The service's address, which `iss` must be. */
  issuer?: string | undefined;
  /** The words of `/legal/texts/HASH`, whose hash the receipt must have. */
  text?: string | undefined;
};

/** Exactly this header is signed. Another order or member is another token. */
const HEADER = /^\{"alg":"EdDSA","typ":"consent-receipt\+jwt","kid":"([\w-]{43})"\}$/;

/**
 * Verifies a consent receipt with a key set, and returns its claims. The identity of a receipt is its `jti`,
 * never its text. Throws a `ReceiptError` that says why it is none.
 */
export async function verifyReceipt(
  receipt: string,
  { keys }: ReceiptKeys,
  { issuer, text }: VerifyReceiptOptions = {},
): Promise<ReceiptClaims> {
  const parts = receipt.split(".");
  const [header, payload, signature] = parts.map(decoded);
  if (parts.length !== 3 || !header || !payload || signature?.length !== 64)
    throw failed("The text is no receipt: it must be three parts in strict base64url.");
  const [, kid] = HEADER.exec(textOf(header)) ?? [];
  if (kid === undefined) throw failed("The header is not that of a receipt.");
  const jwk = keys.find((candidate) => candidate.kid === kid);
  const point = jwk?.kty === "OKP" && jwk.crv === "Ed25519" ? decoded(jwk.x ?? "") : undefined;
  if (point?.length !== 32) throw failed("The key set has no key with the receipt's kid. Fetch it anew.");
  const key = await crypto.subtle.importKey("raw", point, "Ed25519", false, ["verify"]);
  const signed = new TextEncoder().encode(receipt.slice(0, receipt.lastIndexOf(".")));
  if (!(await crypto.subtle.verify("Ed25519", key, signature, signed)))
    throw failed("The signature does not match: a changed receipt, or another key.");
  const claims = JSON.parse(textOf(payload)) as ReceiptClaims;
  if (issuer !== undefined && claims.iss !== issuer) throw failed("The receipt is of another service.");
  if (text !== undefined && claims.text_sha256 !== (await sha256Of(text)))
    throw failed("The receipt is of other words, or of another version of them.");
  return claims;
}

const failed = (message: string) => new ReceiptError(message);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The bytes of a base64url text. Undefined: it is not the one text that encoding them gives. */
function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return again === text ? Uint8Array.from(binary, (each) => each.charCodeAt(0)) : undefined;
}

async function sha256Of(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
