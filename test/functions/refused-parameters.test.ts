import { expect, test } from "@jest/globals";
import { errorsOf } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { readArguments, readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const DRIVER = `drv_${"0".repeat(26)}`;
const address = { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601" };
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, "x"]));

/**
 * What no limit in a document says: `test/contract/limits.test.ts` has those of each field. An input that
 * passes, and changes of it with the code and the parameter of their error.
 */
type Case = [good: object, ...changes: [change: object, code: string, param: string | null][]];

const invalid = (param: string, ...values: unknown[]): Case[1][] =>
  values.map((value) => [{ [param]: value }, "parameter_invalid", param]);
const addressWith = (change: object) => ({ address: { ...address, ...change } });

const bodies: Record<string, Case> = {
  "start-signup": [
    { email: "a@example.com" },
    ...invalid("email", "not an address"),
    [{ email: undefined }, "parameter_missing", "email"],
    [{ colour: "x" }, "parameter_unknown", "colour"],
    [JSON.parse('{"__proto__":{}}'), "parameter_unknown", "__proto__"],
    [{ platforms: ["DoorDash!"] }, "parameter_invalid", "platforms[0]"],
    [{ agent: { nam: "x" } }, "parameter_unknown", "agent.nam"],
  ],
  "update-account": [
    { address },
    [addressWith({ state: "California" }), "parameter_invalid", "address.state"],
    [addressWith({ state: "ca" }), "parameter_invalid", "address.state"],
    [addressWith({ postal_code: "9410" }), "parameter_invalid", "address.postal_code"],
    [addressWith({ city: undefined }), "parameter_missing", "address.city"],
    [addressWith({ zip: "94601" }), "parameter_unknown", "address.zip"],
  ],
  "log-mileage": [{ miles: 5, date: "2026-07-01" }, ...invalid("date", "2026-02-30")],
  "update-mileage": [{ miles: 5 }, [{ miles: undefined }, "parameter_invalid", null]],
  "create-webhook": [
    { url: "https://hooks.example.com/", events: ["*"] },
    ...invalid("events", ["*", "*"]),
    [{ events: ["driver.created", "payment.*"] }, "event_type_unknown", "events[1]"],
    [{ events: ["ping"] }, "event_type_unknown", "events[0]"],
  ],
  "create-payout": [
    { driver_id: DRIVER, amount: 10_000, currency: "usd", metadata: many(50) },
    ...invalid("amount", -0.5, 100.5, "100"),
    ...invalid("currency", "USD"),
    ...invalid("metadata", many(51)),
    [{ amount: 99 }, "amount_too_small", "amount"],
    [{ amount: -1e20 }, "amount_too_small", "amount"],
    [{ currency: "eur" }, "currency_not_supported", "currency"],
    [{ driver_id: "drv_none" }, "resource_missing", "driver_id"],
    [{ bank_account_id: "ba_none" }, "resource_missing", "bank_account_id"],
    [{ metadata: { foo: 5 } }, "parameter_invalid", "metadata.foo"],
    [{ metadata: { ["k".repeat(41)]: "x" } }, "parameter_invalid", `metadata.${"k".repeat(41)}`],
  ],
};

const queries: Record<string, Case> = {
  "check-roth-eligibility": [
    { filing_status: "single", magi: "1" },
    ...invalid("magi", "-1", "1e5", "0x10", "50,000", "", "1&magi=2"),
    [{ magi: undefined }, "parameter_missing", "magi"],
    [{ colour: "x" }, "parameter_unknown", "colour"],
  ],
  "get-tax-summary": [{ year: "2026" }, ...invalid("year", "2023", "2100", "02026")],
  "get-earnings": [
    {},
    ...invalid("period", "day", "2026-02-30..2026-03-01", "2024-01-01..2026-01-01"),
    ...invalid("include_tips", "True", ""),
  ],
  "list-events": [
    {},
    ...invalid("created_after", "yesterday"),
    [{ type: "payment.*" }, "event_type_unknown", "type"],
  ],
  "list-drivers": [
    {},
    [{ "metadata[]": "x" }, "parameter_invalid", "metadata."],
    [
      Object.fromEntries(Object.entries(many(6)).map(([i, value]) => [`metadata[k${i}]`, value])),
      "parameter_invalid",
      "metadata",
    ],
  ],
  "list-payouts": [
    {},
    ...invalid("limit", "101", "ten", "5&limit=6"),
    ...invalid("starting_after", "nonsense", DRIVER),
  ],
};

const rowsOf = (cases: Record<string, Case>) =>
  Object.entries(cases).flatMap(([name, [good, ...changes]]) =>
    [[{}, undefined, null] as const, ...changes].map(
      ([change, ...problem]) => [name, { ...good, ...change }, ...problem] as const,
    ),
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

test.each(rowsOf(bodies))("the body of %s, %j, gets the error %p for %p", (name, body, ...problem) => {
  const sent = JSON.parse(JSON.stringify(body));
  expect(problemOf(() => readArguments(operation(name), sent))).toEqual(problem);
});

test.each(rowsOf(queries))(
  "the query of %s, %j, gets the error %p for %p",
  (name, parameters, ...problem) => {
    const op = operation(name);
    const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = pairs.map((pair) => pair.join("=")).join("&");
    const params = Object.fromEntries(Object.keys(op.params?.shape ?? {}).map((each) => [each, DRIVER]));
    expect(problemOf(() => readRequest(op, gatewayEvent("GET", { query, params })))).toEqual(problem);
  },
);

test.each(operations.map((op) => [op.name, op] as const))(
  "%s documents the error of an unknown parameter that is doubled, is no UTF-8, or is one of 2,000",
  (_, { params: _ids, ...op }) => {
    const codes = ["surprise=&surprise=", "surprise=%E9", "a=&".repeat(2_000)].map((query) => {
      const [code] = problemOf(() => readRequest(op, gatewayEvent(op.method, { query })));
      return code;
    });
    expect(errorsOf(op)).toEqual(expect.arrayContaining(codes));
    expect(codes[0]).toBe("parameter_unknown");
  },
);
