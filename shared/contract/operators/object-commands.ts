import * as z from "zod/mini";
import { idForm } from "../../domain/item/ids.ts";
import { note } from "../../domain/text/text.ts";
import { AccountName, naming } from "./account-commands.ts";
import { command } from "./command.ts";

const id = (prefix: string) => z.string().check(z.regex(idForm(`${prefix}_`), `an id, \`${prefix}_...\``));
const account = AccountName;

export const disableEndpointCommand = command({
  name: "disable-endpoint",
  usage: "endpoints disable ID --account NAME --reason TEXT",
  summary:
    "Disable a webhook endpoint: its deliveries are held until the account activates it and replays them",
  argument: "endpoint_id",
  input: z.strictObject({ endpoint_id: note(id("wh"), "The endpoint's id."), account }),
  asks: true,
  access: { ...naming, webhook: ["get", "update"] },
});

export const eraseAccountDriverCommand = command({
  name: "erase-account-driver",
  usage: "drivers erase ID --account NAME --reason TEXT",
  summary:
    "Erase a driver without a pending payout, as DELETE /v1/drivers does. Prints a receipt of what was erased, and what stays and why",
  argument: "driver_id",
  input: z.strictObject({ driver_id: note(id("drv"), "The driver's id."), account }),
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
