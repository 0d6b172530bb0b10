import * as z from "zod/mini";
import { Instant } from "../text/text.ts";

/** A delivery in the test receiver: what a receiver's server would have got. */
export const InboxItem = z.object({
  event_id: z.string(),
  /** Wall time, as the signature's timestamp is. */
  received_at: Instant,
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type InboxItem = z.infer<typeof InboxItem>;
