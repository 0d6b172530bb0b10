import * as z from "zod/mini";
import { idForm } from "../../../domain/item/ids.ts";
import { EventEnvelope } from "../../../domain/event/event.ts";
import { component } from "../../../domain/text/text.ts";
import { paymentExample } from "../examples.ts";

export const EventId = z.string().check(z.regex(idForm("evt_"), "an event's id, `evt_...`"));

export const Event = component("Event", EventEnvelope.shape);

export const eventExample = {
  id: "evt_01kae0w7w6x5y4t3s2r1q0p9n8",
  type: "payment.completed",
  created_at: "2026-11-21T09:30:00.012Z",
  data: paymentExample,
};
