import * as z from "zod/mini";
import { Tier } from "../../domain/account/standing.ts";
import { Email } from "../../domain/text/email.ts";
import { note, text } from "../../domain/text/text.ts";
import { command } from "./command.ts";

export const AccountName = note(
  text(64),
  "An account: its id, its partner's slug, or the name that an operator gave it.",
);

export const Cents = note(
  z.string().check(z.regex(/^[1-9]\d{0,11}$/, "a whole number of cents, above zero")),
  "In cents.",
);

const input = z.strictObject({ account: AccountName });
const ofAccount = { argument: "account", input } as const;
export const naming = { account: ["get"], account_name: ["get"], partner: ["get"] } as const;
const changing = { ...naming, account: ["get", "update"], api_key: ["update"] } as const;

export const reviewLiveRequestCommand = command({
  name: "review-live-request",
  usage: "accounts review NAME",
  summary: "Take up a request for live access: the account sees that it is in review",
  ...ofAccount,
  access: { ...naming, live_request: ["collect", "update"] },
});

export const verifyAccountCommand = command({
  name: "verify-account",
  usage: "accounts verify NAME",
  summary: "Verify an account, which makes its live keys work, and approve its request for live access",
  ...ofAccount,
  access: { ...changing, live_request: ["collect", "put", "delete"], outbox: ["put"] },
});

export const declineLiveRequestCommand = command({
  name: "decline-live-request",
  usage: "accounts decline NAME --words TEXT --reason TEXT",
  summary: "Decline a request for live access; the account reads the words, and can ask again",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    words: note(text(300), "Why, and what the account can do. Its members read them."),
  }),
  asks: true,
  access: { ...naming, live_request: ["collect", "put", "delete"], outbox: ["put"] },
});

export const suspendAccountCommand = command({
  name: "suspend-account",
  usage: "accounts suspend NAME --reason TEXT",
  summary: "Suspend an account: its keys get a 403, at once for payouts, and within 10 seconds",
  ...ofAccount,
  asks: true,
  access: changing,
});

export const resumeAccountCommand = command({
  name: "resume-account",
  usage: "accounts resume NAME",
  summary: "End an account's suspension",
  ...ofAccount,
  access: changing,
});

const Count = z.string().check(z.regex(/^[1-9]\d{0,5}$/, "a whole number from 1 to 999999"));

export const setTierCommand = command({
  name: "set-tier",
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
  access: changing,
});

export const createKeyCommand = command({
  name: "create-key",
  usage:
    "keys create [--test | --live] [--account NAME] [--scopes A,B] [--max-payout-amount CENTS] [--max-daily-amount CENTS]",
  summary:
    "Create an API key and print it once: a test key unless you give --live, in a new account unless you give --account",
  input: z.strictObject({
    test: z.optional(z.boolean()),
    live: z.optional(z.boolean()),
    account: z.optional(AccountName),
    scopes: z.optional(note(text(400), "Scopes separated by commas. Default: all.")),
    max_payout_amount: z.optional(note(z.clone(Cents), "Most for a payout, in cents.")),
    max_daily_amount: z.optional(note(z.clone(Cents), "Most for all payouts of a UTC day, in cents.")),
  }),
  firstLine: true,
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
  usage: "keys revoke KEY_ID --reason TEXT",
  summary: "Revoke an API key; it stops at once for payouts, and within 10 seconds",
  argument: "key_id",
  input: z.strictObject({ key_id: note(text(64), "The key's printed id, `key_...`.") }),
  asks: true,
  access: { api_key: ["get", "update"], account: ["get", "update"] },
});

export const addAdminCommand = command({
  name: "add-admin",
  usage: "accounts add-admin NAME --email EMAIL [--company TEXT] --reason TEXT",
  summary:
    "Let a person sign in to an account's dashboard as its admin, and email them; --company registers an account that an operator made",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    email: note(z.clone(Email), "The person's email address."),
    company: z.optional(note(text(100), "The company's name, for an account that has no partner.")),
  }),
  asks: true,
  access: {
    ...naming,
    account: ["get", "update"],
    partner: ["get", "put"],
    partner_registration: ["put"],
    partner_directory: ["put"],
    member: ["query", "put", "update"],
    membership: ["put"],
    outbox: ["put"],
  },
});

export const resetPasskeysCommand = command({
  name: "reset-passkeys",
  usage: "accounts reset-passkeys NAME --email EMAIL --reason TEXT",
  summary:
    "Remove all passkeys of a member who lost them; an emailed link confirms their changes again, and the admins get an email",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    email: note(z.clone(Email), "The member's email address."),
  }),
  asks: true,
  access: { ...naming, member: ["query", "update"], outbox: ["put"] },
});
