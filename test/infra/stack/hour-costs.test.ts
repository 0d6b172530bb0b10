import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { billOf, keyedPrice, openRoutes, passing, sandboxPrice } from "../../support/bill/hour.ts";
import { idleMonth } from "../../support/bill/month.ts";
import { flowPrice, flowPrices, flows, refusedPrice } from "../../support/bill/prices.ts";
import { sandboxKeyLimit } from "../../../shared/contract/developers/sign-in.ts";
import { platformApi } from "../../../shared/contract/platform-api.ts";
import { brand } from "../../../shared/domain/brand/brand.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import { readerQuota } from "../../../shared/domain/account/sandbox-account.ts";
import { stageOf } from "./stages.ts";
import { ofType } from "./template.ts";

const costs = readFileSync(join(import.meta.dirname, "../../../infra/operations/COSTS.md"), "utf8");
/** The cells of the table's row with this name. */
const rowOf = (name: string): string[] =>
  (costs.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "")
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

const { resources } = stageOf("prod");
const [stage] = ofType("AWS::ApiGatewayV2::Stage", resources);
const open = openRoutes(ofType("AWS::ApiGatewayV2::Route", resources).map(routeOf));

/** What the template says of a route: its throttle, and its function's memory and limit. */
function routeOf({ RouteKey: key, Target }: Json) {
  const integration = resources[Target["Fn::Join"][1][1].Ref];
  const { Properties: properties } = resources[integration.Properties.IntegrationUri["Fn::GetAtt"][0]];
  const throttle = stage.RouteSettings[key];
  const perMinute = properties.Environment.Variables.OPEN_REQUESTS_PER_MINUTE;
  return {
    key,
    memoryMb: properties.MemorySize,
    ...(throttle && {
      throttle: { rate: throttle.ThrottlingRateLimit, burst: throttle.ThrottlingBurstLimit },
    }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
  };
}

const variable = (name: string): number => {
  const environments: Json[] = ofType("AWS::Lambda::Function", resources).map(
    (each) => each.Environment.Variables,
  );
  return Number(environments.find((variables) => name in variables)?.[name]);
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const floods = (addresses: number) => open.map((each) => billOf(each, addresses));

/** The docs' keys, made and for an hour at their quotas: payouts up to their limit, then the dearest call. */
function docsKeys(keys: number): number {
  const calls = keys * readerQuota.per_minute * 60;
  const payouts = Math.min(calls, variable("DOCS_PAYOUTS_PER_MINUTE") * 60);
  const others = platformApi.filter(({ name }) => name !== "create-payout");
  const dearest = Math.max(...others.map((operation) => keyedPrice(operation, 1024)));
  return keys * sandboxPrice(1024) + payouts * flowPrice("payout") + (calls - payouts) * dearest;
}
const keysOfAnAddress = () => sum(sandboxKeyLimit.limits.map(({ count }) => count));
/** A key works for a day. */
const keysOfADay = () => variable("SANDBOX_KEYS_PER_HOUR") * 24;

/** The rows of COSTS.md: what an hour costs at most. */
const bills = (): Record<string, number> => ({
  "one address on the dearest route": Math.max(...floods(1)),
  "one address with its keys of the docs": docsKeys(keysOfAnAddress()),
  "one address on all open routes at once": sum(floods(1)),
  "1,000 addresses on all open routes": sum(floods(1_000)),
  "sandbox signups at their limit": variable("SANDBOX_SIGNUPS_PER_MINUTE") * 60 * flowPrice("sandboxSignup"),
  "emails at their limit": variable("CONFIRMATIONS_PER_HOUR") * flowPrice("liveSignup"),
  "all keys of the docs of a day": docsKeys(keysOfADay()),
});
const of1000 = (bill: Record<string, number>) =>
  sum(Object.entries(bill).flatMap(([name, bill]) => (name.startsWith("one address") ? [] : [bill])));

describe("the largest bill of an hour", () => {
  test("is at most $1 for one address, and $60 for 1,000 addresses", () => {
    const hours = bills();
    expect(hours["one address on the dearest route"]).toBeLessThanOrEqual(1);
    expect(hours["one address with its keys of the docs"]).toBeLessThanOrEqual(1);
    expect(of1000(hours)).toBeLessThanOrEqual(60);
    const dearest = Math.max(...floods(1)).toFixed(2);
    process.stdout.write(
      `The largest bill of an hour: $${dearest} for one address, $${of1000(hours).toFixed(2)} for 1,000.\n`,
    );
  });

  test("is what COSTS.md says", () => {
    const hours = { ...bills(), "1,000 addresses, the sum": of1000(bills()) };
    const expected = Object.entries(hours).map(([name, bill]) => [name, bill.toFixed(2)]);
    expect(Object.keys(hours).map((name) => [name, ...rowOf(name)])).toEqual(expected);
  });
});

describe("the throttles of open routes", () => {
  const STAGE_SHARE = 0.5;
  const MAX_PER_SECOND = 100;

  test("are together at most half of the stage's, so callers with a key keep the other half", () => {
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = stage.DefaultRouteSettings;
    const rates = open.map(({ route }) => route.throttle?.rate ?? 0);
    expect(sum(rates)).toBeLessThanOrEqual(STAGE_SHARE * ThrottlingRateLimit);
    expect(Math.max(...rates)).toBeLessThanOrEqual(MAX_PER_SECOND);
    for (const { route } of open) expect(route.throttle?.burst).toBeLessThan(ThrottlingBurstLimit);
    expect(rowOf("all open routes, requests a second")).toEqual([String(sum(rates))]);
  });

  test("exist for each route of an operation without a scope, of a page, and for all other paths", () => {
    const count = pages.flatMap(({ routes }) => routes).length;
    expect(open.length).toBeGreaterThan(operations.filter(({ scope }) => !scope).length);
    expect(open.length).toBeLessThanOrEqual(operations.filter(({ scope }) => !scope).length + count + 1);
    expect(open.map(({ route }) => route.key)).toContain("$default");
  });

  test("let pass what the limits of addresses allow, so that a caller gets our 429 with a retry-after", () => {
    for (const each of open)
      for (const { count, seconds } of each.limits ?? [])
        expect(passing(each.route) / 3_600).toBeGreaterThan(count / seconds);
  });
});

test("COSTS.md has what a month without a request costs, from the template of prod", () => {
  const month = idleMonth(resources, brand.idPrefix);
  const rows = { ...month, "a month without a request": sum(Object.values(month)) };
  const expected = Object.entries(rows).map(([name, price]) => [name, price.toFixed(2)]);
  process.stdout.write(`${expected.map(([name, price]) => `| ${name} | ${price} |`).join("\n")}\n`);
  expect(Object.keys(rows).map((name) => [name, ...rowOf(name)])).toEqual(expected);
});

test("a request that a limit refuses costs less than any other", () => {
  for (const operation of operations) expect(keyedPrice(operation, 1024)).toBeGreaterThan(refusedPrice(1024));
});

test("COSTS.md has the units and prices that the bills are made of", () => {
  const names = {
    requests: "HTTP API request",
    invocations: "Lambda invocation, 30 ms of 1,024 MB arm64",
    writes: "DynamoDB write unit",
    reads: "DynamoDB read unit",
    transitions: "Step Functions transition",
    queue: "SQS request",
    emails: "SES email",
    logs: "log line and access log, 1 KB",
  } as const;
  for (const unit of Object.keys(names) as (keyof typeof names)[]) {
    const [price, ...counts] = rowOf(names[unit]).map(Number);
    expect([unit, price]).toEqual([unit, expect.closeTo(flowPrices[unit] * 1_000_000, 1)]);
    expect([unit, counts]).toEqual([unit, Object.values(flows).map((flow) => flow[unit])]);
  }
});
