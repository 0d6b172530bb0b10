import * as z from "zod/mini";
import { PartnerStatus } from "../../domain/account/partner.ts";
import { idForm } from "../../domain/item/ids.ts";
import { type Access, unionOf } from "../../domain/access/noun.ts";
import { SignupStatus } from "../../domain/signup/signup.ts";
import { Since } from "../../domain/time/since.ts";
import { note, text } from "../../domain/text/text.ts";
import { DeliveryStatus } from "../../domain/webhook/delivery.ts";
import { LIVE_EVIDENCE } from "../live-evidence.ts";
import { AccountName, naming } from "./account-commands.ts";
import { command } from "./command.ts";

type ListView = { options?: string; summary: string; input: z.ZodMiniObject; access: Access };
const view = <const V extends ListView>(record: V): V => record;

const after = z.optional(note(text(120), "The `after` that the list before printed."));
const account = AccountName;
const endpoint = note(
  z.string().check(z.regex(idForm("wh_"), "an id, `wh_...`")),
  "The id of an endpoint of the account.",
);
const since = z.optional(z.clone(Since));
const nothing = z.strictObject({});
const place = z.strictObject({ after });

const SignupPlace = z
  .string()
  .check(
    z.refine(
      (typed) =>
        /^2\d{3}-\d\d-\d\dT[\d:.]{12}Z#[\w-]{3,64}$/.test(typed) &&
        !Number.isNaN(Date.parse(typed.slice(0, 24))),
      "a place that the list before printed",
    ),
  );

/** What `list` shows, 100 at a time where there may be more. */
export const listViews = {
  accounts: view({
    options: "[--after PLACE]",
    summary: "the accounts that have had a key",
    input: place,
    access: { account_directory: ["query"], account: ["get"] },
  }),
  audit: view({
    options: "[--since TIME] [--command NAME]",
    summary: "the newest actions of operators since TIME (default 30d)",
    input: z.strictObject({ since, command: z.optional(text(40)) }),
    access: { audit: ["query"] },
  }),
  deliveries: view({
    options: "--endpoint ID --account NAME [--status STATUS] [--after ID]",
    summary: "deliveries to an endpoint, the newest first, 50 at a time",
    input: z.strictObject({ endpoint, account, status: z.optional(z.clone(DeliveryStatus)), after }),
    access: { ...naming, webhook: ["get"], delivery: ["query"] },
  }),
  endpoints: view({
    options: "--account NAME",
    summary: "the webhook endpoints of an account, in both modes",
    input: z.strictObject({ account }),
    access: { ...naming, webhook: ["query"] },
  }),
  figures: view({
    summary: "the figures of this tax year and the next one to prepare, published or provisional",
    input: nothing,
    access: {},
  }),
  keys: view({
    options: "--account NAME",
    summary: "the keys of an account that are not revoked",
    input: z.strictObject({ account }),
    access: { ...naming, api_key: ["get"] },
  }),
  "bank-files": view({
    summary: "the 100 newest files to the bank of a stage with a rail",
    input: nothing,
    access: {},
  }),
  "bank-lines": view({
    summary: "the 100 newest lines of the bank that match nothing",
    input: nothing,
    access: {},
  }),
  networks: view({
    summary: "the 50 networks that ask for most emails, keys and signups, and all blocked ones",
    input: nothing,
    access: { network: ["query"] },
  }),
  partners: view({
    options: "[--status STATUS] [--after PLACE]",
    summary: "partners of one status, or all",
    input: z.strictObject({ status: z.optional(z.clone(PartnerStatus)), after }),
    access: { partner_directory: ["query"], partner: ["get"] },
  }),
  queues: view({
    summary: "the queues, with messages that wait, that are in work, and dead letters",
    input: nothing,
    access: {},
  }),
  requests: view({
    options: "[--after PLACE]",
    summary: "the requests for live access that wait for a decision, the oldest first",
    input: place,
    access: { live_request: ["query"], account: ["get"] },
  }),
  signups: view({
    options: "[--status STATUS] [--since TIME] [--after PLACE]",
    summary: "live signups since TIME (default 90d), the newest first",
    input: z.strictObject({
      status: z.optional(z.clone(SignupStatus)),
      since,
      after: z.optional(z.clone(SignupPlace)),
    }),
    access: { signup_directory: ["query"], signup: ["get"] },
  }),
  timers: view({
    options: "[--status failed|waiting]",
    summary: "the timers that failed, or those that wait; at most 1,000 of each kind",
    input: z.strictObject({ status: z.optional(z.enum(["failed", "waiting"])) }),
    access: {},
  }),
  waitlist: view({
    options: "[--after PLACE]",
    summary: "the people who joined the waitlist on the website",
    input: place,
    access: { waitlist_directory: ["query"], waitlist: ["get"] },
  }),
} as const;

export type ListNoun = keyof typeof listViews;
const nouns = Object.keys(listViews) as ListNoun[];
const views = Object.values(listViews);

export const listCommand = command({
  name: "list",
  usage: "list NOUN [OPTIONS]",
  summary: `List ${nouns.slice(0, -1).join(", ")} or ${nouns.at(-1)}`,
  argument: "noun",
  // Each noun's own input has the rule of an option.
  input: z.strictObject({
    noun: z.enum(nouns),
    account: z.optional(account),
    endpoint: z.optional(text(64)),
    status: z.optional(text(40)),
    command: z.optional(text(40)),
    since,
    after,
  }),
  details: Object.entries(listViews).map(
    ([noun, { summary, ...record }]) =>
      `  list ${noun}${"options" in record ? ` ${record.options}` : ""}\n      ${summary}`,
  ),
  masks: true,
  access: unionOf(views.map(({ access }) => access)),
});

export const showCommand = command({
  name: "show",
  usage: "show ID [--account NAME]",
  summary:
    "Show what is stored with an id, what happened to it, and its receipts of consent: of a signup, person, account, key, driver, endpoint, payout, batch, transaction, event, delivery, failed request or agreement; or the stage",
  argument: "id",
  input: z.strictObject({
    id: note(
      text(254),
      "An id, a person's email, an account's name, a partner's slug, or `stage`. Of a delivery, a failed request and a deleted driver, give the account too.",
    ),
    account: z.optional(account),
  }),
  masks: true,
  access: unionOf([
    { ...naming, ...LIVE_EVIDENCE, account_directory: ["query"], live_request: ["collect"] },
    { signup: ["get"], signup_email: ["get"], suppression: ["get"], waitlist: ["get"], api_key: ["get"] },
    { partner_directory: ["query"], membership: ["query"], member: ["query"] },
    { receipt: ["query"], savings: ["get"], failure: ["query"] },
    { payment: ["get", "collect", "search_by_driver"], entry: ["get", "collect"], batch: ["get", "collect"] },
    {
      driver: ["query", "collect"],
      event: ["get", "query", "collect"],
      webhook: ["get", "query", "collect"],
    },
    { delivery: ["collect"] },
  ]),
});
