import * as z from "zod/mini";
import { PING } from "../../../domain/event/event.ts";
import { EventType } from "../../../domain/event/event-type.ts";
import { note } from "../../../domain/text.ts";
import { listOf, PageLimit, QueryInstant } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { Event, EventId, eventExample } from "./webhook-shapes.ts";

export const listEventsOperation = operation({
  name: "list-events",
  api: "platform",
  method: "GET",
  path: "/v1/events",
  tag: "Events",
  summary: "List events",
  description:
    "What happened in the last 30 days, newest first, as endpoints are told of it: `data` is as it was then. `total_count` tells of the newest 10,000 events between the instants given, and a `type` is looked for among 10,000 from where the page starts.",
  query: z.strictObject({
    type: z.optional(
      note(
        z.enum([...EventType.options, PING], { error: "event_type_unknown" }),
        "Only events of this type.",
      ),
    ),
    created_after: z.optional(note(z.clone(QueryInstant), "Only those made after this instant.")),
    created_before: z.optional(note(z.clone(QueryInstant), "Only those made before this instant.")),
    limit: PageLimit,
    starting_after: z.optional(note(z.clone(EventId), "The last id of the page before.")),
  }),
  replies: {
    found: {
      status: 200,
      description: "A page of events.",
      schema: listOf("EventList", Event),
      example: { object: "list", data: [eventExample], has_more: false, total_count: 1 },
    },
  },
  errors: ["event_type_unknown"],
  scope: "webhooks:read",
  access: { event: ["get", "query"] },
  // And a unit for every 4 KB of the events that are counted.
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
