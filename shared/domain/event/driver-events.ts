import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { note } from "../text/text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

const driver = {
  id: note(z.string(), "The driver's id."),
  object: z.literal("driver"),
  status: note(z.literal("active"), "Current status."),
  sequence: Sequence,
  livemode: Livemode,
};

export const driverCreated = defineEvent("driver.created", z.object(driver));

export const driverUpdated = defineEvent(
  "driver.updated",
  z.object({
    ...driver,
    status: note(z.enum(["active", "deleted"]), "`deleted`: requests for the driver return 404."),
    changed: note(z.array(z.string()), "The names of the fields that changed."),
  }),
);

export const bankAccountAdded = defineEvent(
  "driver.bank_account.added",
  z.object({
    id: note(z.string(), "The bank account's id."),
    object: z.literal("bank_account"),
    driver_id: z.string(),
    status: note(z.string(), "Open enumeration, such as `verified`."),
    sequence: Sequence,
    livemode: Livemode,
  }),
);
