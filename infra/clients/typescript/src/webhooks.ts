import { WebhookSignatureError } from "./failures.ts";

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type UnwrapOptions = {
  /** Seconds by which the delivery's time may differ from the clock. Default: 300. */
  tolerance?: number | undefined;
  now?: Date | undefined;
};

/** 32 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Verifies both signatures and the age of a webhook request, and returns its event: see `WebhookEvent`. */
export async function unwrapEvent(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = new Date() }: UnwrapOptions = {},
): Promise<unknown> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array)) throw failed("Pass the raw body: a string or bytes, not parsed JSON.");
  const secrets = [secret].flat();
  if (
    secrets.length === 0 ||
    !secrets.every((signature) => typeof signature === "string" && SECRET.test(signature))
  ) {
    throw failed("The secret must be `whsec_` and 44 characters.");
  }
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature", "x-service-signature"];
  const [id, timestamp, signatures, ofBody] = names.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures || !ofBody) throw failed("A signature header is missing.");
  if (!/^\d{1,12}$/.test(timestamp)) throw failed("webhook-timestamp is not a number of seconds.");

  const sent = signatures.split(" ").filter((secret) => secret.startsWith("v1,"));
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const isSigned = await some(secrets, async (secret) => {
    const key = fromBase64(secret.slice("whsec_".length));
    return some(sent, (text) => isMac(key, fromBase64(text.slice("v1,".length)), signed));
  });
  if (!isSigned) throw failed("webhook-signature does not match: wrong secret, or a changed body.");
  // While a secret is rotated, this header has the new secret's signature only.
  const isBodySigned = await some(secrets, (name) =>
    isMac(new TextEncoder().encode(name), fromHex(ofBody.replace(/^sha256=/, "")), bytes),
  );
  if (!isBodySigned && sent.length < 2) throw failed("x-service-signature does not match.");
  // A tolerance or a time that is no number must not accept all.
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance)) {
    throw failed("The delivery is too old or too new: a recorded copy, or a wrong clock.");
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

const failed = (message: string) => new WebhookSignatureError(message);

function headerOf(headers: WebhookHeaders, address: string): string | undefined {
  if (headers instanceof Headers) return headers.get(address) ?? undefined;
  const [, value] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === address) ?? [];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}

async function some<T>(values: readonly T[], holds: (value: T) => Promise<boolean>): Promise<boolean> {
  for (const value of values) if (await holds(value)) return true;
  return false;
}

/** Web Cryptography compares in constant time. */
async function isMac(key: Bytes, mac: Bytes, message: Uint8Array): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  return crypto.subtle.verify("HMAC", imported, mac, new Uint8Array(message));
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Invalid text gives no bytes, which match nothing. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const fromHex = (text: string): Bytes =>
  Uint8Array.from(/^[\da-f]{64}$/.test(text) ? (text.match(/../g) ?? []) : [], (pair) =>
    Number.parseInt(pair, 16),
  );
