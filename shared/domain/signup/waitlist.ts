import * as z from "zod/mini";
import { Email, Instant, note, text } from "../text.ts";

/** What the public form sends. `platforms` is one line of free text here, as a person types it. */
export const WaitlistRequest = z.strictObject({
  email: note(Email, "Where to write when accounts open."),
  name: z.optional(note(text(100), "What to call you; a first name is enough.")),
  platforms: z.optional(note(text(200), "The apps you drive or deliver for, in your own words.")),
});
export type WaitlistRequest = z.infer<typeof WaitlistRequest>;

export const WaitlistEntry = z.object({ ...WaitlistRequest.shape, joined_at: Instant });
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;
