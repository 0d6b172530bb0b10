import { randomBytes } from "node:crypto";
import {
  DELIVERED_TYPE,
  deliveredBody,
  type EventEnvelope,
  eventBody,
} from "../../../shared/domain/event/event.ts";
import { signWebhook } from "../../clients/typescript/src/testing.ts";

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
export async function signedDelivery(event: EventEnvelope, secret: string) {
  const body = deliveredBody(eventBody(event));
  const signed = await signWebhook(body, secret, { id: event.id });
  const headers: Record<string, string> = { "content-type": DELIVERED_TYPE, ...signed };
  return { headers, body };
}
