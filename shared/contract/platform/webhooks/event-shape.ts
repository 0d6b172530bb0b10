import * as z from "zod/mini";
import { EventEnvelope } from "../../../domain/event/event.ts";
import { component } from "../../../domain/text.ts";
import { paymentExample } from "../examples.ts";

export const EventId = z.string().check(z.regex(/^evt_[0-9a-z]{26}$/, "an event's id, `evt_...`"));

export const Event = component("Event", EventEnvelope.shape);

export const eventExample = {
  id: "evt_01kae0w7w6x5y4t3s2r1q0p9n8",
  type: "payment.completed",
  created_at: "2026-11-21T09:31:00.000Z",
  data: paymentExample,
};
