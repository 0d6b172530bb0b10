import * as z from "zod/mini";
import { NamedPartnerSlug } from "../account/partner.ts";
import { Email } from "../text/email.ts";
import { Language } from "../text/language.ts";
import { note, PlatformSlug, text } from "../text/text.ts";

export const SignupRequest = z.strictObject({
  email: note(z.clone(Email), "The person's email. Each email can have only one signup."),
  name: z.optional(note(text(100), "The name. A first name is enough.")),
  platforms: z.optional(
    note(
      z.array(PlatformSlug).check(z.maxLength(20)),
      "The person's gig platforms, as slugs such as `doordash`.",
    ),
  ),
  partner_id: z.optional(note(z.clone(NamedPartnerSlug), "The slug from partner registration.")),
  language: z.optional(note(z.clone(Language), "For emails and pages. Default: `en`.")),
  agent: z.optional(
    note(
      z.strictObject({
        name: z.optional(note(text(100), "Name of the agent.")),
        client: z.optional(note(text(100), "Program that runs the agent.")),
        version: z.optional(note(text(50), "Version of the program.")),
      }),
      "The calling agent's own name, client and version.",
    ),
  ),
  sandbox: z.optional(
    note(z.boolean(), "True for a sandbox signup: no personal data is stored, no email sent."),
  ),
});
export type SignupRequest = z.infer<typeof SignupRequest>;
