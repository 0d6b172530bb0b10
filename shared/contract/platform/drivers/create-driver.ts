import { DriverRequest } from "../../../domain/driver/driver-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { DriverShape } from "./driver-shapes.ts";

export const createDriverOperation = operation({
  name: "create-driver",
  method: "POST",
  path: "/v1/drivers",
  tag: "Drivers",
  summary: "Add a driver",
  description:
    "Adds a person you pay. Two drivers can have the same email, but not the same `external_id`. `ssn_last4` is stored for tax forms and never returned.",
  body: DriverRequest,
  bodyExample: {
    email: "ana@example.com",
    first_name: "Ana",
    last_name: "Ng",
    phone: "+14155552671",
    ssn_last4: "6789",
    address: { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601" },
    external_id: "crew-1042",
    occupation: "802",
  },
  replies: created("The driver was added.", DriverShape, {
    ...driverExample,
    platforms_connected: [],
    bank_accounts: [],
    default_bank_account_id: null,
    sequence: 1,
    lifetime_earnings: 0,
    lifetime_payouts: 0,
  }),
  errors: ["resource_missing", "status_conflict"],
  scope: "drivers:write",
  access: { driver: ["query", "put"], driver_lookup: ["put"], count: ["update"], event: ["put"] },
  secrets: ["identity"],
  budget: { calls: 2, writeUnits: 15, readUnits: 0 },
});
