import { operation } from "../../operation.ts";
import { deletedObject } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { DriverParams } from "./driver-shapes.ts";

export const deleteDriverOperation = operation({
  name: "delete-driver",
  method: "DELETE",
  path: "/v1/drivers/{id}",
  tag: "Drivers",
  summary: "Delete a driver",
  description:
    "Removes the driver's contact data, bank accounts, mileage with its locations, expenses, earnings and connections. Requests for the driver then return 404, idempotent replays too. Payouts stay under the driver's id. If the driver was paid, the 1099-NEC forms that are not issued yet are issued at once. The forms, and the sealed name, address and last four digits of the SSN, stay until four years after the last form was due. A bank's file keeps the name and number it paid for seven years. A driver with a pending payout cannot be deleted.",
  params: DriverParams,
  replies: deletedObject("DeletedDriver", "driver", "driver", driverExample.id),
  errors: ["status_conflict"],
  scope: "drivers:write",
  access: {
    driver: ["query", "delete"],
    driver_lookup: ["delete"],
    deleted_driver: ["put"],
    count: ["update"],
    event: ["put"],
    outbox: ["put"],
    account_profile: ["get"],
    account: ["get"],
    partner: ["get"],
    tax_document: ["put"],
  },
  secrets: ["identity"],
  // With forms to issue: three calls more, and about 6 write units for each form.
  budget: { calls: 3, writeUnits: 17, readUnits: 1 },
});
