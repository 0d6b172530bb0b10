import { DriverPatch } from "../../../domain/driver/driver-request.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { DriverParams, DriverShape } from "./driver-shapes.ts";

export const updateDriverOperation = operation({
  name: "update-driver",
  method: "PATCH",
  path: "/v1/drivers/{id}",
  tag: "Drivers",
  summary: "Update a driver",
  description:
    "Changes the given fields. `null` clears `phone`, `ssn_last4`, `address`, `external_id`, `occupation` or `metadata`. `metadata` is merged: pairs that you leave out stay, and `null` as a value removes a pair.",
  params: DriverParams,
  body: DriverPatch,
  bodyExample: { phone: "+14155552672", metadata: { team: "north", shift: null } },
  replies: updated("The driver after the update.", DriverShape, {
    ...driverExample,
    phone: "+14155552672",
    metadata: { team: "north" },
    sequence: 3,
  }),
  // Missing is a part of an address.
  errors: ["parameter_missing", "status_conflict"],
  scope: "drivers:write",
  access: {
    driver: ["query", "update"],
    driver_lookup: ["put", "delete"],
    event: ["put"],
  },
  secrets: ["identity"],
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
