import * as z from "zod/mini";
import { Email } from "../text/email.ts";
import { note, text } from "../text/text.ts";
import { WebUrl } from "./web-url.ts";

export const PartnerRequest = z.strictObject({
  company: note(text(100), "Company or app name."),
  email: note(z.clone(Email), "Email of a developer contact."),
  website: z.optional(note(z.clone(WebUrl), "Website of the company or app, an http or https URL.")),
  sandbox: z.optional(note(z.boolean(), "True for a sandbox call: nothing is stored.")),
});
export type PartnerRequest = z.infer<typeof PartnerRequest>;
