import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { Instant, note } from "../text/text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

export const webhookFailing = defineEvent(
  "webhook.failing",
  z.object({
    id: note(z.string(), "The endpoint's id."),
    object: z.literal("webhook_endpoint"),
    failing_since: note(z.clone(Instant), "When the first attempt failed."),
    event_id: note(z.string(), "The latest event that failed."),
    reason: note(z.string(), "Why it failed, in words."),
    sequence: Sequence,
    livemode: Livemode,
  }),
);
