import * as z from "zod/mini";
import { Email } from "../../domain/text/email.ts";
import { note, text } from "../../domain/text/text.ts";
import { stopsSaver } from "../savings-access.ts";
import { SignupId } from "../shapes.ts";
import { command } from "./command.ts";

const email = note(z.clone(Email), "The person's email, in any spelling of its case.");

const EMAIL_OR_SIGNUP = "an email, or the id of a signup";

export const exportWaitlistCommand = command({
  name: "export-waitlist",
  usage: "waitlist export --reveal --reason TEXT",
  summary: "Print the waitlist as CSV, without those whose mailbox gets no email",
  input: z.strictObject({ after: z.optional(text(70)) }),
  masks: true,
  continues: true,
  csv: true,
  access: { waitlist_directory: ["query"], waitlist: ["get"], suppression: ["get"] },
});

export const removeFromWaitlistCommand = command({
  name: "remove-from-waitlist",
  usage: "waitlist remove EMAIL --reason TEXT",
  summary: "Take an email off the waitlist; its signup, if it has one, stays",
  argument: "email",
  input: z.strictObject({ email }),
  asks: true,
  access: { waitlist: ["get", "delete"], waitlist_directory: ["delete"] },
});

export const erasePersonCommand = command({
  name: "erase-person",
  usage: "person erase EMAIL|SIGNUP_ID [--lock] --reason TEXT",
  summary:
    "Erase a person: signup, waitlist entry, partner contact and dashboard sign-in. Prints a receipt of what was erased, and what stays and why",
  argument: "person",
  input: z.strictObject({
    person: z
      .string()
      .check(
        z.refine((typed) => [Email, SignupId].some((form) => form.safeParse(typed).success), EMAIL_OR_SIGNUP),
      ),
    lock: z.optional(
      note(
        z.boolean(),
        "Lock the accounts whose only admin the person is: they have no admin until `accounts add-admin` names one.",
      ),
    ),
  }),
  asks: true,
  access: {
    signup: ["get", "delete"],
    signup_email: ["get", "delete"],
    signup_directory: ["delete"],
    suppression: ["get"],
    waitlist: ["get", "delete"],
    waitlist_directory: ["delete"],
    partner: ["get", "update"],
    partner_registration: ["delete"],
    partner_directory: ["query", "put", "delete"],
    membership: ["query", "delete"],
    member: ["query", "delete", "check"],
    ...stopsSaver,
  },
});
