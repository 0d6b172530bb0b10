import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { Event, EventId, eventExample } from "./event-shape.ts";

export const getEventOperation = operation({
  name: "get-event",
  method: "GET",
  path: "/v1/events/{id}",
  tag: "Events",
  summary: "Get an event",
  description: "The event as it is sent to endpoints: `id`, `type`, `created_at` and `data`.",
  params: z.strictObject({ id: note(z.clone(EventId), "The event's id.") }),
  replies: found("The event.", Event, eventExample),
  scope: "webhooks:read",
  access: { event: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
