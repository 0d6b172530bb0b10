import * as z from "zod/mini";
import { grouped } from "../../../domain/money/cents.ts";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { MAX_EVENTS_COUNTED, PING } from "../../../domain/event/event.ts";
import { EventType } from "../../../domain/event/event-type.ts";
import { note, text } from "../../../domain/text/text.ts";
import { foundList, GivenInstant, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { Event, EventId, eventExample } from "./event-shape.ts";

const MAX = grouped(MAX_EVENTS_COUNTED);

export const listEventsOperation = operation({
  name: "list-events",
  method: "GET",
  path: "/v1/events",
  tag: "Events",
  summary: "List events",
  description: `Events of the last 30 days, newest first, as sent to endpoints: \`data\` is as it was at that time. \`total_count\` covers only the newest ${MAX} events between the given times. With \`type\`, \`driver_id\` or \`object_id\`, each request searches at most ${MAX} events.`,
  query: z.strictObject({
    type: z.optional(
      note(
        z.enum([...EventType.options, PING], { error: "event_type_unknown" }),
        "Only events of this type.",
      ),
    ),
    driver_id: z.optional(note(z.clone(DriverId), "Only events about this driver and their objects.")),
    object_id: z.optional(
      note(text(64), "Only events about this object: the `id` in `data`, such as a payout's."),
    ),
    created_after: z.optional(note(z.clone(GivenInstant), "Only events created after this time.")),
    created_before: z.optional(note(z.clone(GivenInstant), "Only events created before this time.")),
    ...paging(EventId),
  }),
  replies: foundList("EventList", "A result page of events.", Event, eventExample),
  errors: ["event_type_unknown"],
  scope: "webhooks:read",
  access: { event: ["query"] },
  // Plus one unit per 4 KB of counted events.
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
