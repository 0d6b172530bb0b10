import { expect, test } from "@jest/globals";
import { expressionOf } from "../../alarms/expression.ts";
import { logFilterOf } from "../../alarms/log-filter.ts";
import { type Missing, type Point, type State, stateAfter } from "../../alarms/missing-data.ts";

const KEEP = "keep";
const treatments: Missing[] = ["missing", "ignore", "breaching", "notBreaching"];

/** A range of points, the newest on the right: X breaches, 0 does not, - has no value. */
const rangeOf = (text: string): Point[] =>
  [...text.replaceAll(" ", "")].map((sign) => (sign === "-" ? undefined : sign === "X"));

/** The tables of CloudWatch's page alarms-and-missing-data: of 3 periods, as many as `m` must breach. */
const tables: [range: string, m: number, ...states: string[]][] = [
  ["0 - X - X", 3, "OK", "OK", "OK", "OK"],
  ["0 - - - -", 3, "OK", "OK", "OK", "OK"],
  ["- - - - -", 3, "INSUFFICIENT_DATA", KEEP, "ALARM", "OK"],
  ["0 X X - X", 3, "ALARM", "ALARM", "ALARM", "ALARM"],
  ["- - X - -", 3, "ALARM", KEEP, "ALARM", "OK"],
  ["0 - X - X", 2, "ALARM", "ALARM", "ALARM", "ALARM"],
  ["0 0 X 0 X", 2, "ALARM", "ALARM", "ALARM", "ALARM"],
  ["0 - X - -", 2, "OK", "OK", "ALARM", "OK"],
  ["- - - - 0", 2, "OK", "OK", "ALARM", "OK"],
  ["- - - X -", 2, "ALARM", KEEP, "ALARM", "OK"],
];
const cells = tables.flatMap(([range, breaches, ...states]) =>
  treatments.map((missing, i) => ({ range, breaches, missing, state: states[i] as string })),
);

test("CloudWatch's tables have forty cells", () => expect(cells).toHaveLength(40));

test.each(cells)("$range with $breaches of 3 and $missing gives $state", ({ range, state, ...rule }) => {
  for (const before of ["OK", "ALARM", "INSUFFICIENT_DATA"] as State[])
    expect(stateAfter(rangeOf(range), { periods: 3, ...rule }, before)).toBe(state === KEEP ? before : state);
});

test.each(["- - - - X", "- - - X -", "- - - X 0", "- - X - 0"])(
  "%s is no alarm yet where missing data stays missing",
  (range) => {
    const rule = { periods: 3, breaches: 3, missing: "missing" } as const;
    expect(stateAfter(rangeOf(range), rule, "OK")).toBe("OK");
  },
);

const none = undefined;
test.each([
  ["SUM([a, b])", { a: 1, b: 2 }, 3],
  ["SUM([a, b])", { a: 1 }, 1],
  ["SUM([a, b])", {}, none],
  ["MAX([a, b])", { a: 1, b: 2 }, 2],
  ["MAX([a, b])", { b: -2 }, -2],
  // The page using-metric-math: a missing value counts as 0, and a division by zero drops the point.
  ["a + b", { a: 20 }, 20],
  ["a * b", { a: 20 }, 0],
  ["a * b", {}, none],
  ["a / b", { a: 20 }, none],
  ["a - b * 2", { a: 20, b: 5 }, 10],
  ["a < b", { a: 30, b: 20 }, 0],
  ["a < b", { a: 0, b: 20 }, 1],
  ["a >= 30", { a: 30 }, 1],
  ["IF(a + b < 20, 0, a / (a + b))", { a: 10, b: 30 }, 0.25],
  ["IF(a + b < 20, 0, a / (a + b))", { a: 10 }, 0],
  ["IF(a, b, 1)", { a: 1 }, 0],
  ["FILL(a, 7) + 1", {}, 8],
  ["FILL(a, 7) + 1", { a: 1 }, 2],
])("the metric mathematics %s of %j is %p", (text, values: Record<string, number>, result) => {
  expect(expressionOf(text, "Test").valueOf((id) => values[id])).toBe(result);
});

test.each([
  ["SUM(a, b)", "its form"],
  ["[a]", "its form"],
  ["a b", "its form"],
  ["AVG([a])", "AVG"],
  ["a; b", "a sign"],
  ["constructor(1)", "constructor"],
])("the expression %s fails the start, as it has an unknown form", (text, what) => {
  expect(() => expressionOf(text, "Test")).toThrow(`in ${text} it does not know ${what}.`);
});

const gateway = '{ $.status = "5*" && $.integrationError != "-" }';
const keyed = '{ ($.status = "2*" && $.routeKey = "* /v1/*") || $.status = 404 }';
test.each([
  [gateway, { status: "500", integrationError: "timeout" }, true],
  [gateway, { status: "500", integrationError: "-" }, false],
  [gateway, { status: "200", integrationError: "timeout" }, false],
  [gateway, { status: "500" }, false],
  [keyed, { status: 201, routeKey: "POST /v1/payouts" }, true],
  [keyed, { status: "201", routeKey: "POST /api/waitlist" }, false],
  [keyed, { status: 404, routeKey: "$default" }, true],
  [keyed, { status: 4040 }, false],
  ["{ $.status > 499 }", { status: 500 }, true],
])("the metric filter %s counts %j: %p", (pattern, line, counted) => {
  expect(logFilterOf(pattern, "Test")(line)).toBe(counted);
});

test.each(["[ip, user]", "{ }", "{ $.a = 1 && }", "{ $.a = 1; b }", "{ $.a = 1 ($.b = 2) }"])(
  "the metric filter %s fails the start, as it has an unknown form",
  (pattern) => expect(() => logFilterOf(pattern, "Test")).toThrow("it does not know the pattern"),
);
