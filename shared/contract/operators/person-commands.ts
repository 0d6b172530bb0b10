import * as z from "zod/mini";
import { Email } from "../../domain/email.ts";
import { note, text } from "../../domain/text.ts";
import { stopsSaver } from "../savings-access.ts";
import { command } from "./command.ts";

const ofPerson = z.strictObject({
  email: note(z.clone(Email), "The person's email, in any spelling of its case."),
});
const place = z.strictObject({
  after: z.optional(note(text(70), "The `after` that the list before printed.")),
});

export const listWaitlistCommand = command({
  name: "list-waitlist",
  usage: "waitlist list [--after PLACE]",
  summary: "List the people who joined the waitlist on the website, 100 at a time",
  input: place,
  masks: true,
  access: { waitlist_directory: ["query"], waitlist: ["get"] },
});

export const exportWaitlistCommand = command({
  name: "export-waitlist",
  usage: "waitlist export --reveal --reason TEXT",
  summary: "Print the waitlist as CSV, without those whose mailbox gets no email",
  input: place,
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
  input: ofPerson,
  asks: true,
  access: { waitlist: ["get", "delete"], waitlist_directory: ["delete"] },
});

export const erasePersonCommand = command({
  name: "erase-person",
  usage: "person erase EMAIL [--lock] --reason TEXT",
  summary:
    "Erase a person: signup, waitlist entry, partner contact and dashboard sign-in. Prints a receipt of what was erased, and what stays and why",
  argument: "email",
  input: z.extend(ofPerson, {
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
