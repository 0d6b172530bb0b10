import * as z from "zod/mini";
import { Email } from "../text/email.ts";
import { text } from "../text/text.ts";

export const KeyName = text(60);

export const SignInForm = z.strictObject({ email: Email });
/** `sample`: its sandbox begins with data. */
export const RegisterForm = z.strictObject({
  company: text(100),
  email: Email,
  sample: z.optional(z.literal("yes")),
});
