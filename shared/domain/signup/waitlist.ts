import * as z from "zod/mini";
import { Email } from "../text/email.ts";
import { Instant, note, text } from "../text/text.ts";

/** The public form's fields. `platforms` is one line of free text here, not a list of slugs. */
export const WaitlistRequest = z.strictObject({
  email: note(z.clone(Email), "Where to email you when accounts open."),
  name: z.optional(note(text(100), "Your name. A first name is enough.")),
  platforms: z.optional(note(text(200), "The apps you drive or deliver for, in your own words.")),
});
export type WaitlistRequest = z.infer<typeof WaitlistRequest>;

/** A stored entry. The rules for requests may become stricter than they were. */
export const WaitlistEntry = z.object({
  email: z.string(),
  name: z.optional(z.string()),
  platforms: z.optional(z.string()),
  joined_at: Instant,
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;
