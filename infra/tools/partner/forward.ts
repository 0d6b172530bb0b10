import { createHmac, randomBytes } from "node:crypto";
import {
  DELIVERED_TYPE,
  deliveredBody,
  type EventEnvelope,
  eventBody,
} from "../../../shared/domain/event/event.ts";

const OWN = ["webhook-id", "webhook-timestamp", "webhook-signature", "x-service-signature", "content-type"];

/** Sends a delivery unchanged to the app, and returns its answer. Undefined: the app does not answer. */
export async function forward(
  to: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Buffer,
): Promise<number | undefined> {
  const sent = OWN.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  const options = { method: "POST", headers: sent, body: new Uint8Array(Buffer.from(body)) };
  return fetch(to, { ...options, redirect: "manual", signal: AbortSignal.timeout(30_000) }).then(
    ({ status }) => status,
    () => undefined,
  );
}

export const ownSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** An event as the service delivers it, signed in both ways, since a polled event has no signature. */
export function signedDelivery(
  event: EventEnvelope,
  secret: string,
): { headers: Record<string, string>; body: string } {
  const body = deliveredBody(eventBody(event));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${event.id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": DELIVERED_TYPE,
    "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-id": event.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  return { headers, body };
}
