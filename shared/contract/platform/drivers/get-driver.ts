import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { DriverParams, DriverShape } from "./driver-shapes.ts";

export const getDriverOperation = operation({
  name: "get-driver",
  method: "GET",
  path: "/v1/drivers/{id}",
  tag: "Drivers",
  summary: "Get a driver",
  description: "The driver, with connected gig platforms, bank accounts, and lifetime earnings and payouts.",
  params: DriverParams,
  replies: found("The driver.", DriverShape, driverExample),
  scope: "drivers:read",
  access: { driver: ["query"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
