import * as z from "zod/mini";
import { note } from "../../domain/text.ts";
import { DeliveryStatus } from "../../domain/webhook/delivery.ts";
import { AccountName, naming } from "./account-commands.ts";
import { command } from "./command.ts";

const id = (prefix: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`), `an id, \`${prefix}_...\``));
const account = AccountName;
const endpoint_id = note(id("wh"), "The endpoint's id.");
const ofEndpoint = { argument: "endpoint_id", input: z.strictObject({ endpoint_id, account }) } as const;
const driver = z.strictObject({ driver_id: note(id("drv"), "The driver's id."), account });
const ofDriver = { argument: "driver_id", input: driver } as const;

export const listEndpointsCommand = command({
  name: "list-endpoints",
  usage: "endpoints list --account NAME",
  summary: "List the webhook endpoints of an account, in both modes",
  input: z.strictObject({ account }),
  access: { ...naming, webhook: ["query"] },
});

export const showEndpointCommand = command({
  name: "show-endpoint",
  usage: "endpoints show ID --account NAME",
  summary: "Show a webhook endpoint",
  ...ofEndpoint,
  access: { ...naming, webhook: ["get"] },
});

export const disableEndpointCommand = command({
  name: "disable-endpoint",
  usage: "endpoints disable ID --account NAME --reason TEXT",
  summary:
    "Disable a webhook endpoint: its deliveries are held until the account activates it and replays them",
  ...ofEndpoint,
  asks: true,
  access: { ...naming, webhook: ["get", "update"] },
});

export const listDeliveriesCommand = command({
  name: "list-deliveries",
  usage: "deliveries list ENDPOINT_ID --account NAME [--status STATUS] [--before ID]",
  summary: "List the newest 50 deliveries to an endpoint, or those before another delivery",
  argument: "endpoint_id",
  input: z.strictObject({
    endpoint_id,
    account,
    status: z.optional(z.clone(DeliveryStatus)),
    before: z.optional(note(id("dlv"), "The last delivery's id of the list before.")),
  }),
  access: { ...naming, webhook: ["get"], delivery: ["query"] },
});

export const showDriverCommand = command({
  name: "show-driver",
  usage: "drivers show ID --account NAME",
  summary: "Show a driver of an account, and the sums of their payouts",
  ...ofDriver,
  masks: true,
  access: { ...naming, driver: ["query"] },
});

export const eraseAccountDriverCommand = command({
  name: "erase-account-driver",
  usage: "drivers erase ID --account NAME --reason TEXT",
  summary:
    "Erase a driver without a pending payout, as DELETE /v1/drivers does. Prints a receipt of what was erased, and what stays and why",
  ...ofDriver,
  asks: true,
  // The grants of delete-driver, whose record would add its schemas to five bundles.
  access: {
    ...naming,
    driver: ["query", "delete"],
    driver_lookup: ["delete"],
    deleted_driver: ["get", "put"],
    count: ["update"],
    event: ["put"],
    outbox: ["put"],
    account_profile: ["get"],
    tax_document: ["put"],
  },
});

export const showTimelineCommand = command({
  name: "show-timeline",
  usage: "timeline ID [--account NAME]",
  summary:
    "Show what happened to a payout, batch, driver, transaction, event, delivery, signup or failed request, from what is stored",
  argument: "id",
  input: z.strictObject({
    id: note(
      z.string().check(z.regex(/^[\w=-]{1,64}$/, "the ID of such an object")),
      "The object's id. Of a delivery, a failed request and a deleted driver, give the account too.",
    ),
    account: z.optional(account),
  }),
  access: {
    ...naming,
    account_directory: ["query"],
    signup: ["get"],
    receipt: ["query"],
    failure: ["query"],
    payment: ["get", "collect", "search_by_driver"],
    entry: ["get", "collect"],
    batch: ["get", "collect"],
    driver: ["query", "collect"],
    event: ["get", "query", "collect"],
    webhook: ["query"],
    delivery: ["collect"],
  },
});
