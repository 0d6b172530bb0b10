import * as z from "zod/mini";
import { Email } from "../../domain/email.ts";
import { SignupStatus } from "../../domain/signup/signup.ts";
import { Since } from "../../domain/since.ts";
import { note } from "../../domain/text.ts";
import { SignupId } from "../shapes.ts";
import { stopsSaver } from "../savings-access.ts";
import { command } from "./command.ts";

const input = z.strictObject({ signup_id: note(z.clone(SignupId), "The signup's id.") });
const ofSignup = { argument: "signup_id", input } as const;

const Place = z
  .string()
  .check(
    z.refine(
      (place) =>
        /^2\d{3}-\d\d-\d\dT[\d:.]{12}Z#[\w-]{3,64}$/.test(place) &&
        !Number.isNaN(Date.parse(place.slice(0, 24))),
      "a place that the list before printed",
    ),
  );

export const listSignupsCommand = command({
  name: "list-signups",
  usage: "signups list [--status STATUS] [--since TIME] [--after PLACE]",
  summary:
    "List live signups, the newest first, 100 at a time: those of one status, or all, since TIME (default 90d)",
  input: z.strictObject({
    status: z.optional(z.clone(SignupStatus)),
    since: z.optional(z.clone(Since)),
    after: z.optional(note(z.clone(Place), "The `after` that the list before printed.")),
  }),
  masks: true,
  access: { signup_directory: ["query"], signup: ["get"] },
});

export const showSignupCommand = command({
  name: "show-signup",
  usage: "signups show ID",
  summary:
    "Show a signup, its emails, what its person did and to which words, and whether its mailbox is suppressed",
  ...ofSignup,
  masks: true,
  access: { signup: ["get"], suppression: ["get"], waitlist: ["get"], receipt: ["query"] },
});

export const findSignupCommand = command({
  name: "find-signup",
  usage: "signups find EMAIL",
  summary: "Find what is stored about an email: its signup, its waitlist entry, its suppression",
  argument: "email",
  input: z.strictObject({ email: note(z.clone(Email), "The person's email.") }),
  masks: true,
  access: {
    signup_email: ["get"],
    signup: ["get"],
    suppression: ["get"],
    waitlist: ["get"],
    receipt: ["query"],
  },
});

export const openAccountCommand = command({
  name: "open-account",
  usage: "signups open-account ID --reason TEXT",
  summary: "Mark the IRA of a confirmed live signup as opened, which cannot be undone",
  ...ofSignup,
  asks: true,
  access: { signup: ["get", "update"], signup_email: ["update"], signup_directory: ["put"] },
});

export const eraseSignupCommand = command({
  name: "erase-signup",
  usage: "signups erase ID --reason TEXT",
  summary:
    "Erase a live signup without an open IRA, and everything stored for its email but an opt-out; it can then sign up again",
  ...ofSignup,
  asks: true,
  access: {
    signup: ["get", "delete"],
    signup_email: ["delete"],
    signup_directory: ["delete"],
    waitlist: ["delete"],
    waitlist_directory: ["delete"],
    ...stopsSaver,
  },
});
