import * as z from "zod/mini";
import { Tier } from "../domain/account/account.ts";
import { Instant, note, text } from "../domain/text.ts";
import { command } from "./operation.ts";
import { SignupId } from "./shapes.ts";

export const openAccountCommand = command({
  name: "open-account",
  words: ["signups", "open-account"],
  usage: "signups open-account ID --reason TEXT",
  summary: "Say that the account of a confirmed live signup was opened",
  argument: "signup_id",
  input: z.strictObject({
    signup_id: note(SignupId, "A live signup that is on the waitlist."),
    reason: note(text(200), "Why, for who reads the item later."),
  }),
  access: { signup: ["get", "update"], signup_email: ["update"] },
});

export const eraseSignupCommand = command({
  name: "erase-signup",
  words: ["signups", "erase"],
  usage: "signups erase ID --reason TEXT",
  summary:
    "Forget a live signup whose account is not open, and all else that is kept of its address, which may then sign up anew and get mail again",
  argument: "signup_id",
  input: z.strictObject({
    signup_id: note(SignupId, "A live signup whose account is not open."),
    reason: note(
      text(200).check(z.regex(/^[^@]*$/, "without addresses: it is logged, and nobody may be named there")),
      "Why, for who reads the log later. It must name nobody.",
    ),
  }),
  access: {
    signup: ["get", "delete"],
    signup_email: ["delete"],
    suppression: ["delete"],
    waitlist: ["delete"],
  },
});

const AccountName = note(
  text(64),
  "An account: its id, its partner's slug, or the name under which an operator made it.",
);

export const createKeyCommand = command({
  name: "create-key",
  words: ["keys", "create"],
  usage: "keys create [--test | --live] [--account NAME] [--scopes A,B]",
  summary:
    "Make an API key and print it, once; a test key unless --live. Without --account, for a new account",
  input: z.strictObject({
    test: z.optional(z.boolean()),
    live: z.optional(z.boolean()),
    account: z.optional(AccountName),
    scopes: z.optional(note(text(400), "Scopes with commas between them; all of them when left out.")),
  }),
  repeated:
    "Then there is a key that nobody has seen nor can use; it counts as one of its account's. Repeat the command for another.",
  access: {
    account: ["get", "put", "update"],
    account_name: ["get", "put"],
    account_directory: ["put"],
    partner: ["get"],
    api_key: ["put"],
  },
});

export const revokeKeyCommand = command({
  name: "revoke-key",
  words: ["keys", "revoke"],
  usage: "keys revoke KEY_ID",
  summary: "Make a key useless, within a minute",
  argument: "key_id",
  input: z.strictObject({ key_id: note(text(64), "`key_...`, as it was printed.") }),
  access: { api_key: ["get", "update"], account: ["get", "update"] },
});

export const verifyAccountCommand = command({
  name: "verify-account",
  words: ["accounts", "verify"],
  usage: "accounts verify NAME",
  summary: "Let an account's live keys work",
  argument: "account",
  input: z.strictObject({ account: AccountName }),
  access: { account: ["get", "update"], account_name: ["get"], partner: ["get"], api_key: ["update"] },
});

const Count = z.string().check(z.regex(/^[1-9]\d{0,5}$/, "a whole number"));

export const setTierCommand = command({
  name: "set-tier",
  words: ["accounts", "set-tier"],
  usage: "accounts set-tier NAME --tier TIER [--per-minute N --per-second N]",
  summary: "Change what an account's live keys may do; enterprise takes numbers of its own",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    tier: z.clone(Tier),
    per_minute: z.optional(note(z.clone(Count), "Requests a minute; enterprise only.")),
    per_second: z.optional(note(z.clone(Count), "Requests a second; enterprise only.")),
  }),
  access: { account: ["get", "update"], account_name: ["get"], partner: ["get"], api_key: ["update"] },
});

export const redriveWebhooksCommand = command({
  name: "redrive-webhooks",
  words: ["webhooks", "redrive"],
  usage: "webhooks redrive",
  summary: "Send what we failed to process of webhooks back to its queues",
  input: z.strictObject({}),
  access: {},
});

export const redriveRelayCommand = command({
  name: "redrive-relay",
  words: ["relay", "redrive"],
  usage: "relay redrive --since INSTANT [--resume PLACE]",
  summary:
    "Carry on once more what was left in the outbox since an instant of the last 7 days, and the events emitted, of 30",
  input: z.strictObject({
    since: note(z.clone(Instant), "Such as 2026-11-21T09:30:00.000Z."),
    resume: z.optional(note(text(64), "Where an earlier run had to stop, as it said.")),
  }),
  access: { outbox: ["query"], account_directory: ["query"], event: ["query"] },
});

/** What operators can do by `npm run ops`, on AWS and on the local cloud. None has a route. */
export const operatorCommands = [
  openAccountCommand,
  eraseSignupCommand,
  createKeyCommand,
  revokeKeyCommand,
  verifyAccountCommand,
  setTierCommand,
  redriveWebhooksCommand,
  redriveRelayCommand,
] as const;
