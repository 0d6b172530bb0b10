import { createHmac, randomBytes } from "node:crypto";

/** The signature headers of a delivery. The first is our own, the others follow Standard Webhooks 1.0. */
export type SignatureHeaders = {
  "x-service-signature": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** An endpoint's secrets, newest first: several while rotated secrets overlap. */
type SigningSecrets = readonly [string, ...string[]];

type Delivery = { eventId: string; body: Uint8Array; sentAt: Date; secrets: SigningSecrets };

const SECRET_PREFIX = "whsec_";

/** 256 random bits in the form of Standard Webhooks, which asks for 24 to 64 bytes. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString("base64");

/**
 * Exactly these bytes. During a rotation `x-service-signature` is the new secret's; `webhook-signature` lists
 * all, and alone covers id and time, which protects against a replay.
 */
export function sign({ eventId, body, sentAt, secrets }: Delivery): SignatureHeaders {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  return {
    "x-service-signature": `sha256=${createHmac("sha256", secrets[0]).update(body).digest("hex")}`,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets
      .map((secret) => {
        const signed = createHmac("sha256", keyIn(secret)).update(`${eventId}.${timestamp}.`).update(body);
        return `v1,${signed.digest("base64")}`;
      })
      .join(" "),
  };
}

const keyIn = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
