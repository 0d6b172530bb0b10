import * as z from "zod/mini";
import { Tier } from "../domain/account/account.ts";
import { Instant, note, text } from "../domain/text.ts";
import { command } from "./operation.ts";
import { SignupId } from "./shapes.ts";

export const openAccountCommand = command({
  name: "open-account",
  words: ["signups", "open-account"],
  usage: "signups open-account ID --reason TEXT",
  summary: "Mark the IRA of a confirmed live signup as opened",
  argument: "signup_id",
  input: z.strictObject({
    signup_id: note(SignupId, "A live signup that is on the waitlist."),
    reason: note(text(200), "The reason, stored with the signup."),
  }),
  access: { signup: ["get", "update"], signup_email: ["update"] },
});

export const eraseSignupCommand = command({
  name: "erase-signup",
  words: ["signups", "erase"],
  usage: "signups erase ID --reason TEXT",
  summary:
    "Erase a live signup without an open IRA, and everything stored for its email but an opt-out; it can then sign up again",
  argument: "signup_id",
  input: z.strictObject({
    signup_id: note(SignupId, "A live signup whose IRA is not open."),
    reason: note(
      text(200).check(
        z.regex(/^[^@]*$/, "text without an email: it is logged, and the log must name no person"),
      ),
      "The reason, for the log. It must name no person.",
    ),
  }),
  access: {
    signup: ["get", "delete"],
    signup_email: ["delete"],
    waitlist: ["delete"],
  },
});

const AccountName = note(
  text(64),
  "An account: its id, its partner's slug, or the name that an operator gave it.",
);

export const createKeyCommand = command({
  name: "create-key",
  words: ["keys", "create"],
  usage: "keys create [--test | --live] [--account NAME] [--scopes A,B]",
  summary:
    "Create an API key and print it once: a test key unless you give --live, in a new account unless you give --account",
  input: z.strictObject({
    test: z.optional(z.boolean()),
    live: z.optional(z.boolean()),
    account: z.optional(AccountName),
    scopes: z.optional(note(text(400), "Scopes separated by commas. Default: all.")),
  }),
  repeated:
    "A key may now exist that was never shown. It cannot be used, but counts toward its account's limit. Repeat the command for another.",
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
  summary: "Revoke an API key; it stops at once for payouts, and within 10 seconds",
  argument: "key_id",
  input: z.strictObject({ key_id: note(text(64), "The key's printed id, `key_...`.") }),
  access: { api_key: ["get", "update"], account: ["get", "update"] },
});

export const verifyAccountCommand = command({
  name: "verify-account",
  words: ["accounts", "verify"],
  usage: "accounts verify NAME",
  summary: "Verify an account, which makes its live keys work",
  argument: "account",
  input: z.strictObject({ account: AccountName }),
  access: { account: ["get", "update"], account_name: ["get"], partner: ["get"], api_key: ["update"] },
});

const Count = z.string().check(z.regex(/^[1-9]\d{0,5}$/, "a whole number from 1 to 999999"));

export const setTierCommand = command({
  name: "set-tier",
  words: ["accounts", "set-tier"],
  usage: "accounts set-tier NAME --tier TIER [--per-minute N --per-second N]",
  summary:
    "Change an account's tier, and with it the quota of its live keys; enterprise takes a custom quota",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    tier: z.clone(Tier),
    per_minute: z.optional(note(z.clone(Count), "Requests per minute; enterprise only.")),
    per_second: z.optional(note(z.clone(Count), "Requests per second; enterprise only.")),
  }),
  access: { account: ["get", "update"], account_name: ["get"], partner: ["get"], api_key: ["update"] },
});

export const redriveWebhooksCommand = command({
  name: "redrive-webhooks",
  words: ["webhooks", "redrive"],
  usage: "webhooks redrive",
  summary: "Requeue dead-lettered webhook messages",
  input: z.strictObject({}),
  access: {},
});

export const redriveRelayCommand = command({
  name: "redrive-relay",
  words: ["relay", "redrive"],
  usage: "relay redrive --since TIME [--resume PLACE]",
  summary:
    "Reprocess outbox entries (of the last 7 days) and events (of the last 30) since TIME, and start failed timers again",
  input: z.strictObject({
    since: note(z.clone(Instant), "Such as 2026-11-21T09:30:00.000Z."),
    resume: z.optional(note(text(64), "The place that an earlier, unfinished run printed.")),
  }),
  access: { outbox: ["query"], account_directory: ["query"], event: ["query"] },
});

/** The commands of `npm run ops`, on AWS and on the local cloud. None has a route. */
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
