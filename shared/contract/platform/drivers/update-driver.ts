import { DriverPatch } from "../../../domain/driver/driver.ts";
import { operation } from "../../operation.ts";
import { DriverParams, DriverShape, driverExample } from "../shapes.ts";

export const updateDriverOperation = operation({
  name: "update-driver",
  api: "platform",
  method: "PATCH",
  path: "/v1/drivers/{id}",
  tag: "Drivers",
  summary: "Update a driver",
  description: "Changes the given fields. `metadata` is replaced as a whole.",
  params: DriverParams,
  body: DriverPatch,
  bodyExample: { phone: "+14155552672" },
  replies: {
    updated: {
      status: 200,
      description: "The driver after the update.",
      schema: DriverShape,
      example: { ...driverExample, phone: "+14155552672" },
    },
  },
  // Missing is a part of an address.
  errors: ["resource_missing", "parameter_missing"],
  scope: "drivers:write",
  access: { driver: ["query", "update"], event: ["put"] },
  secrets: ["identity"],
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
