import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Verifies what we deliver, and says why when it cannot. It stands alone (Node's own modules only), so that it can be
 * published, or copied, as it is.
 */
export function verifyWebhook(received: Received): Verdict {
  const { body, headers, secret, now = new Date(), toleranceSeconds = 300 } = received;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return failed("body_not_raw");

  const [id, timestamp, signatures] = HEADERS.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) return failed("header_missing");
  const sent = signatures.split(" ").filter((one) => one.startsWith("v1,"));
  if (sent.length === 0) return failed("signature_scheme");

  const secrets = [secret].flat();
  if (secrets.length === 0 || !secrets.every((one) => SECRET.test(one))) return failed("secret_malformed");
  if (!/^\d{1,12}$/.test(timestamp)) return failed("timestamp_malformed");

  const raw = Buffer.from(body);
  const signed = (bytes: Buffer) => secrets.some((one) => matches(sent, one, `${id}.${timestamp}.`, bytes));
  if (!signed(raw)) return failed(whyUnsigned({ raw, id, headers, secrets, signed }));

  // Only what is signed is worth a look at its time: otherwise the answer would be about somebody else's message.
  const age = now.getTime() / 1000 - Number(timestamp);
  if (age > toleranceSeconds) return failed("timestamp_too_old");
  if (age < -toleranceSeconds) return failed("timestamp_too_new");
  return { ok: true, id };
}

export type Received = {
  /** The body as it came, before any parser. */
  body: string | Uint8Array;
  /** Names in any case; a list, as some servers have it, counts with its first value. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's secret, or several while one is rotated. */
  secret: string | readonly string[];
  now?: Date;
  /** How far the delivery's time may be from `now`. Longer lets somebody who recorded a delivery send it again. */
  toleranceSeconds?: number;
};

export type Verdict = { ok: true; id: string } | { ok: false; reason: Reason; message: string };
export type Reason = keyof typeof reasons;

/** Every way to fail, and what to do about it. */
export const reasons = {
  body_not_raw:
    "The body is a parsed object. The signature covers the bytes as they came: verify first, parse afterwards (in Express: express.raw).",
  header_missing:
    "webhook-id, webhook-timestamp or webhook-signature is missing, so this did not come from us.",
  signature_scheme: "webhook-signature holds no `v1,` signature: only that scheme is ours.",
  secret_malformed:
    "The secret is not one of ours: `whsec_` and 44 characters. Pass all of it, without quotes, spaces or a line break.",
  timestamp_malformed: "webhook-timestamp is not a number of seconds since 1970.",
  body_reserialised:
    "The content is ours, but not byte for byte: something parsed the JSON and wrote it again. Pass the bytes as they came.",
  header_changed: "The body is ours, but webhook-id or webhook-timestamp were changed on the way.",
  wrong_secret:
    "The secret is another endpoint's, an old one, or that of the other mode; or somebody else made this message.",
  body_changed:
    "The body is not what was signed: changed on the way, read with the wrong encoding, or not ours.",
  timestamp_too_old:
    "It is ours, but was sent too long ago: a recorded delivery that is sent again, or your clock is ahead.",
  timestamp_too_new: "It is ours, but from the future: your clock is behind.",
} as const;

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const failed = (reason: Reason): Verdict => ({ ok: false, reason, message: reasons[reason] });

function headerOf(headers: Received["headers"], wanted: string): string | undefined {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? [];
  return typeof value === "object" ? value[0] : value;
}

function matches(sent: readonly string[], secret: string, prefix: string, body: Buffer): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(prefix).update(body).digest();
  return sent.some((one) => sameBytes(Buffer.from(one.slice("v1,".length), "base64"), expected));
}

/** Takes as long for a first wrong byte as for a last one. */
const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

type Unsigned = {
  raw: Buffer;
  id: string;
  headers: Received["headers"];
  secrets: readonly string[];
  signed: (bytes: Buffer) => boolean;
};

/** What went wrong, as far as it can be known. It never turns a failure into a success. */
function whyUnsigned({ raw, id, headers, secrets, signed }: Unsigned): Reason {
  const service = headerOf(headers, "x-service-signature") ?? "";
  const asService = (one: string) => `sha256=${createHmac("sha256", one).update(raw).digest("hex")}`;
  if (secrets.some((one) => sameBytes(Buffer.from(asService(one)), Buffer.from(service))))
    return "header_changed";

  const event = parsed(raw);
  if (event === undefined) return "body_changed";
  // We send JSON without any white space, so what somebody wrote anew is found by writing it our way.
  const asSent = Buffer.from(JSON.stringify(event));
  if (!asSent.equals(raw)) return signed(asSent) ? "body_reserialised" : "body_changed";
  return (event as { id?: unknown } | null)?.id === id ? "wrong_secret" : "body_changed";
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch {
    return undefined;
  }
}
