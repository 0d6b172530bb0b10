import * as z from "zod/mini";
import { mayGrow } from "./open-schema.ts";
import { componentName, type Json, ref, type SchemaWriter } from "./openapi-schemas.ts";

type WebhookEvent = { meaning: string; data: z.ZodMiniObject; example: Record<string, unknown> };
type WebhookEvents = Readonly<Record<string, WebhookEvent>>;

export type Sending = { events: WebhookEvents; subscribedBy: string };

const id = "evt_01kae0w7w6x5y4t3s2r1q0p9n8";
const created_at = "2026-11-21T09:31:00.000Z";

/** A section of its own: generators make a file for each tag, and another for the webhooks of a tag. */
export const eventsTag = { name: "Webhook events", description: "Requests that your endpoints receive." };

export const deliveryHeaders: Record<string, Json> = Object.fromEntries(
  [
    ["x-service-signature", "HMAC-SHA256 of the body in hex, keyed with the endpoint's whole secret."],
    ["webhook-id", "The event's id, the same for every attempt (Standard Webhooks)."],
    ["webhook-timestamp", "When the attempt was signed, in Unix seconds (Standard Webhooks)."],
    ["webhook-signature", "Signatures of id, timestamp and body, separated by spaces (Standard Webhooks)."],
  ].map(([name = "", description], nth) => [
    `Sent${nth}`,
    { name, in: "header", required: true, description, schema: { type: "string" } },
  ]),
);

export const deliveryReplies: Record<string, Json> = {
  Ok: { description: "The event is delivered. Answer within 15 seconds." },
  Gone: { description: "Disables the endpoint: it receives no more events." },
  Failed: { description: "The attempt failed. It is repeated on a schedule." },
};

export const webhooks = (
  events: WebhookEvents,
  schema: SchemaWriter,
  add: (name: string, schema: Json) => void,
) => {
  // An operation has an example of a described shape, and the document has a limit.
  const shown = new Set<z.ZodMiniObject>();
  return Object.fromEntries(
    Object.entries(events).map(([type, { meaning, data, example }]) => {
      const name = componentName(type);
      const isDescribed = z.globalRegistry.get(data)?.description !== undefined;
      const isShown = isDescribed || shown.has(data);
      shown.add(data);
      const payload = isDescribed ? data : data.check(z.describe(`The data of \`${type}\`.`));
      add(`${name}Event`, {
        type: "object",
        description: `\`${type}\`.`,
        properties: {
          id: { type: "string", description: "Its id." },
          type: { type: "string", const: type, description: "Its type." },
          created_at: { type: "string", format: "date-time", description: "Its time." },
          // A reference without siblings, because some generators drop them. Its target has the description.
          data: schema(payload as z.ZodMiniObject, "output", `${name}Data`),
        },
        required: ["id", "type", "created_at", "data"],
        ...mayGrow,
        ...(!isShown && { examples: [{ id, type, created_at, data: example }] }),
      });
      const body = { schema: ref("schemas", `${name}Event`) };
      return [type, { post: delivery(type, meaning, { "application/json": body }) }];
    }),
  );
};

export const callbacks = (events: WebhookEvents): Json => {
  const oneOf = Object.keys(events).map((type) => ref("schemas", `${componentName(type)}Event`));
  const body = { "application/json": { schema: { oneOf } } };
  return { event: { "{$request.body#/url}": { post: delivery("event", "Each event.", body) } } };
};

const delivery = (type: string, description: string, content: Json): Json => ({
  operationId: `receive${componentName(type)}`,
  tags: [eventsTag.name],
  summary: `Receive ${type}`,
  description,
  security: [],
  parameters: Object.keys(deliveryHeaders).map((name) => ref("parameters", name)),
  requestBody: { required: true, content },
  responses: {
    "2XX": ref("responses", "Ok"),
    410: ref("responses", "Gone"),
    default: ref("responses", "Failed"),
  },
});
