import { createHmac, timingSafeEqual } from "node:crypto";

/** Verifies a delivery, or says why not. It imports Node's own modules only, so users can copy it. */
export function verifyWebhook(received: Received): Verdict {
  const { body, headers, secret, now = new Date(), toleranceSeconds = 300 } = received;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return failed("body_not_raw");

  const [id, timestamp, signatures] = HEADERS.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) return failed("header_missing");
  const sent = signatures.split(" ").filter((signature) => signature.startsWith("v1,"));
  if (sent.length === 0) return failed("signature_scheme");

  const secrets = [secret].flat();
  if (secrets.length === 0 || !secrets.every((secret) => typeof secret === "string" && SECRET.test(secret)))
    return failed("secret_malformed");
  if (!/^\d{1,12}$/.test(timestamp)) return failed("timestamp_malformed");

  const raw = Buffer.from(body);
  const signed = (bytes: Buffer) =>
    secrets.some((secret) => matches(sent, secret, `${id}.${timestamp}.`, bytes));
  if (!signed(raw)) return failed(whyNoMatch({ raw, id, headers, secrets, signed }));

  // The time is checked last, so that "too old" and "too new" describe only deliveries from the service.
  const age = now.getTime() / 1000 - Number(timestamp);
  if (age > toleranceSeconds) return failed("timestamp_too_old");
  if (age < -toleranceSeconds) return failed("timestamp_too_new");
  return { ok: true, id };
}

export type Received = {
  /** The raw body, before any parser. */
  body: string | Uint8Array;
  /** Names may be in any case. Only the first of a list of values counts. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's secret, or a list of secrets during a rotation. */
  secret: string | readonly string[];
  now?: Date;
  /** How far the delivery's time may differ from `now`: for so long, a recorded copy can be sent again. */
  toleranceSeconds?: number;
};

export type Verdict = { ok: true; id: string } | { ok: false; reason: Reason; message: string };
export type Reason = keyof typeof reasons;

/** Every reason for a failure, and what to do about it. */
export const reasons = {
  body_not_raw:
    "The body is a parsed object. The signature covers the raw bytes: verify first, parse afterwards (in Express: express.raw).",
  header_missing:
    "webhook-id, webhook-timestamp or webhook-signature is missing. Every delivery has all three, so this request is not a delivery.",
  signature_scheme: "webhook-signature contains no `v1,` signature. Deliveries use that scheme only.",
  secret_malformed:
    "The secret must be `whsec_` and 44 characters. Pass all of it, without quotes, spaces or a line break.",
  timestamp_malformed: "webhook-timestamp must be a number of seconds since 1970.",
  body_reserialised:
    "The content is genuine, but the bytes differ: something parsed the JSON and wrote it again. Pass the raw bytes.",
  header_changed: "The body is genuine, but webhook-id or webhook-timestamp changed on the way.",
  wrong_secret:
    "The secret belongs to another endpoint or mode, or it is old. Otherwise the request is not from the service.",
  body_changed:
    "The body is not the signed one: it changed on the way, it was read with the wrong encoding, or it is not from the service.",
  timestamp_too_old:
    "The delivery is genuine, but was sent too long ago: someone sent a recorded copy again, or your clock is ahead.",
  timestamp_too_new: "The delivery is genuine, but its time is in the future: your clock is behind.",
} as const;

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
/** 32 bytes in base64. Before the padding only these 16 characters fit, because four bits are left. */
const SECRET = /^whsec_[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

const failed = (reason: Reason): Verdict => ({ ok: false, reason, message: reasons[reason] });

function headerOf(headers: Received["headers"], header: string): string | undefined {
  const [, value] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === header) ?? [];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}

function matches(sent: readonly string[], secret: string, prefix: string, body: Buffer): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = createHmac("sha256", key).update(prefix).update(body);
  // Texts are compared, because several base64 texts decode to the same bytes.
  const expected = Buffer.from(`v1,${signed.digest("base64")}`);
  return sent.some((signature) => sameBytes(Buffer.from(signature), expected));
}

/** Compares in constant time, so that the duration does not show where the bytes differ. */
const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

type Mismatch = {
  raw: Buffer;
  id: string;
  headers: Received["headers"];
  secrets: readonly string[];
  signed: (bytes: Buffer) => boolean;
};

/** The most likely reason for a signature that does not match. It never makes a delivery valid. */
function whyNoMatch({ raw, id, headers, secrets, signed }: Mismatch): Reason {
  const received = headerOf(headers, "x-service-signature") ?? "";
  const bodySignature = (secret: string) =>
    `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
  if (secrets.some((secret) => sameBytes(Buffer.from(bodySignature(secret)), Buffer.from(received))))
    return "header_changed";

  const event = parsed(raw);
  if (event === undefined) return "body_changed";
  const asSent = Buffer.from(delivered(event));
  if (!asSent.equals(raw)) return signed(asSent) ? "body_reserialised" : "body_changed";
  return (event as { id?: unknown } | null)?.id === id ? "wrong_secret" : "body_changed";
}

/** The service sends ASCII without white space, so this restores the signed bytes of a rewritten body. */
const delivered = (event: unknown): string =>
  JSON.stringify(event).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch {
    return undefined;
  }
}
