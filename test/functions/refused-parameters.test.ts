import { expect, test } from "@jest/globals";
import { operations } from "../../shared/contract/service.ts";
import { readArguments, readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const DRIVER = `drv_${"0".repeat(26)}`;
const address = { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601" };
const date = "2026-07-01";
const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i, "x"]));

type Case = {
  /** A body or a query that passes. */
  good: Record<string, unknown>;
  /** Values by their parameter, each a `parameter_invalid`. */
  invalid?: Record<string, unknown[]>;
  /** Other changes of the good input, with the code and the parameter that they get. */
  other?: [change: object, code: string, param: string | null][];
};

/** What no limit in a document says: `test/contract/limits.test.ts` has those of each field. */
const bodies: Record<string, Case> = {
  "start-signup": {
    good: { email: "a@example.com" },
    invalid: { email: ["not an address"], name: [null] },
    other: [
      [{ platforms: ["DoorDash!"] }, "parameter_invalid", "platforms[0]"],
      [{ agent: { nam: "x" } }, "parameter_unknown", "agent.nam"],
    ],
  },
  "update-account": {
    good: { address },
    other: [
      [{ address: { ...address, state: "California" } }, "parameter_invalid", "address.state"],
      [{ address: { ...address, postal_code: "9410" } }, "parameter_invalid", "address.postal_code"],
      [{ address: { ...address, country: "usa" } }, "parameter_invalid", "address.country"],
      [{ address: { line1: "1 Market Street" } }, "parameter_missing", "address.city"],
    ],
  },
  "create-driver": {
    good: { email: "a@example.com", first_name: "A", last_name: "B", address },
    other: [
      [{ address: { ...address, city: undefined } }, "parameter_missing", "address.city"],
      [{ address: { ...address, zip: "94601" } }, "parameter_unknown", "address.zip"],
      [{ address: { ...address, state: "ca" } }, "parameter_invalid", "address.state"],
    ],
  },
  "log-mileage": {
    good: { miles: 5, date },
    invalid: { date: ["2026-02-30"] },
  },
  "update-mileage": {
    good: { miles: 5 },
    other: [[{ miles: undefined }, "parameter_invalid", null]],
  },
  "connect-platform": {
    good: { platform: "doordash", redirect_url: "https://app.example.com/connected" },
    invalid: { platform: ["Door Dash"] },
  },
  "create-webhook": {
    good: { url: "https://hooks.example.com/", events: ["*"] },
    invalid: { events: [["*", "*"]] },
    other: [
      [{ events: ["driver.created", "payment.*"] }, "event_type_unknown", "events[1]"],
      [{ events: ["ping"] }, "event_type_unknown", "events[0]"],
    ],
  },
  "create-payout": {
    good: { driver_id: DRIVER, amount: 10_000, currency: "usd" },
    invalid: { amount: [-0.5, 100.5, "100"], currency: ["USD"], metadata: [{ ...fifty, more: "x" }] },
    other: [
      ...[99, 0, -5, -1e20].map(
        (amount) => [{ amount }, "amount_too_small", "amount"] as [object, string, string],
      ),
      [{ currency: "eur" }, "currency_not_supported", "currency"],
      [{ driver_id: "drv_none" }, "resource_missing", "driver_id"],
      [{ bank_account_id: "ba_none" }, "resource_missing", "bank_account_id"],
      [{ metadata: { foo: 5 } }, "parameter_invalid", "metadata.foo"],
      [{ metadata: { foo: "x".repeat(501) } }, "parameter_invalid", "metadata.foo"],
      [{ metadata: { ["k".repeat(41)]: "x" } }, "parameter_invalid", `metadata.${"k".repeat(41)}`],
    ],
  },
};

const queries: Record<string, Case> = {
  "check-roth-eligibility": {
    good: { filing_status: "single", magi: "1" },
    invalid: {
      filing_status: ["widowed"],
      magi: ["-1", "1e5", "Infinity", "0x10", "50,000", "", "1&magi=2"],
    },
    other: [[{ magi: undefined }, "parameter_missing", "magi"]],
  },
  "get-tax-summary": {
    good: { year: "2026" },
    invalid: { year: ["2024", "2099", "02026"] },
  },
  "get-1099": { good: { year: "2026" }, invalid: { format: ["csv", ""], year: ["2026&year=2026"] } },
  "list-tax-documents": {
    good: { year: "2025" },
    invalid: { year: ["2019"], corrected: ["yes"], limit: ["0"], driver_id: ["1"], starting_after: [DRIVER] },
  },
  "get-earnings": {
    good: {},
    invalid: {
      period: ["day", "2026-02-30..2026-03-01", "2024-01-01..2026-01-01"],
      platform: ["Door%20Dash"],
      include_tips: ["yes", "True", ""],
    },
  },
  "list-events": {
    good: {},
    invalid: { limit: ["0"], created_after: ["yesterday"], starting_after: [DRIVER] },
    other: [[{ type: "payment.*" }, "event_type_unknown", "type"]],
  },
  "list-drivers": {
    good: {},
    invalid: { email: ["nobody"] },
    other: [
      [{ "metadata[]": "x" }, "parameter_invalid", "metadata."],
      [
        Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`metadata[k${i}]`, "v"])),
        "parameter_invalid",
        "metadata",
      ],
    ],
  },
  "list-payouts": {
    good: {},
    invalid: { limit: ["101", "ten", "5&limit=6"], status: ["lost"], starting_after: ["nonsense", DRIVER] },
  },
  "list-mileage": { good: {}, invalid: { starting_after: ["drv_1"] } },
};

const rowsOf = (cases: Record<string, Case>) =>
  Object.entries(cases).flatMap(([name, { good, invalid = {}, other = [] }]) =>
    [
      [{}, undefined, null] as const,
      [{ colour: "x" }, "parameter_unknown", "colour"] as const,
      ...Object.entries(invalid).flatMap(([param, values]) =>
        values.map((value) => [{ [param]: value }, "parameter_invalid", param] as const),
      ),
      ...other,
    ].map(([change, code, param]) => [name, { ...good, ...change }, code, param] as const),
  );

const operation = (name: string) => operations.find((op) => op.name === name) as (typeof operations)[number];

/** The code and the parameter of the error, if there is one. */
function problemOf(read: () => unknown): unknown[] {
  try {
    read();
    return [undefined, null];
  } catch (error) {
    const { code, param } = error as { code: string; param: string };
    return [code, param];
  }
}

test.each(rowsOf(bodies))(
  "the body of %s, %j, gets the error %p, which names %p",
  (name, body, ...problem) => {
    expect(problemOf(() => readArguments(operation(name), JSON.parse(JSON.stringify(body))))).toEqual(
      problem,
    );
  },
);

test.each(rowsOf(queries))(
  "the query of %s, %j, gets the error %p, which names %p",
  (name, given, ...problem) => {
    const op = operation(name);
    const query = Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map((pair) => pair.join("="))
      .join("&");
    const params = Object.fromEntries(Object.keys(op.params?.shape ?? {}).map((each) => [each, DRIVER]));
    expect(problemOf(() => readRequest(op, gatewayEvent("GET", { query, params })))).toEqual(problem);
  },
);
