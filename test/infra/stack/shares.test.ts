import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Stack } from "aws-cdk-lib";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { readSettings, type StageSettings } from "../../../infra/stack/settings/settings.ts";
import { maxAtOnce, reservationsOf } from "../../../infra/stack/settings/shares.ts";
import { useSettings } from "../../../infra/stack/settings/stage-settings.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import { stageOf } from "./stages.ts";
import { newApp } from "./synthesise-stage.ts";
import { idsOfType, nameOf } from "./template.ts";

/** The maxima of each function's queues. */
function maximaIn(resources: Json): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const id of idsOfType("AWS::Lambda::EventSourceMapping", resources)) {
    const { FunctionName, ScalingConfig } = resources[id].Properties;
    const name = nameOf(FunctionName.Ref).toLowerCase();
    if (ScalingConfig) sums[name] = (sums[name] ?? 0) + ScalingConfig.MaximumConcurrency;
  }
  return sums;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const keyless = [...operations.filter(({ scope }) => scope === undefined), ...pages];
const open = [...keyless.map(({ name }) => name), "unknown-route"];

test("the README says what a quota of 1,000 leaves to the other functions", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../infra/README.md"), "utf8");
  const { resources } = stageOf("dev");
  const named = { ...maximaIn(resources), relays: 2 * 50, open: 10 * open.length };
  expect(readme).toContain(`${open.length} functions, so ${named.open} here`);
  expect(readme).toContain(`leaves ${1_000 - sum(Object.values(named))} of 1,000`);
});

const stackOf = (settings: StageSettings): Stack => {
  const stack = new Stack(newApp(), "Shares");
  useSettings(stack, readSettings("dev", settings, {}));
  return stack;
};

/** The shares of a relay, of create-payout and of three open functions. */
function sharesIn(stack: Stack): number[] {
  const functionNamed = (name: string) => LambdaFunction.fromFunctionName(stack, name, name);
  const keyed = ["relay-outbox", "create-payout"].map((name) => ({ name, isAnonymous: false }));
  const others = ["a", "b", "c"].map((name) => ({ name, isAnonymous: true }));
  const functions = [...keyed, ...others].map((each) => ({ ...each, target: functionNamed(each.name) }));
  return [...reservationsOf(stack, functions).values()];
}
const warningsOf = ({ node }: Stack) => node.metadata.filter(({ type }) => type === "aws:cdk:warning").length;

test.each([
  ["states no quota", {}, []],
  ["has the quota of a new account", { accountConcurrency: 10 }, []],
  ["has too small a quota for all shares", { accountConcurrency: 107 }, []],
  ["leaves exactly 100", { accountConcurrency: 108 }, [5, 1, 1, 1]],
  ["has a large quota", { accountConcurrency: 2_000 }, [100, 20, 20, 20]],
  [
    "chooses for itself",
    { accountConcurrency: 1_000, reservedConcurrency: { "create-payout": 7 } },
    [50, 7, 10, 10, 10],
  ],
  [
    "chooses what a small quota has",
    { accountConcurrency: 107, reservedConcurrency: { "create-payout": 7 } },
    [7],
  ],
])(
  "a stage that %s, %j, reserves %j, and a warning says where strangers can starve it",
  (_, settings, shares) => {
    const stack = stackOf(settings);
    expect(sharesIn(stack)).toEqual(shares);
    expect(warningsOf(stack)).toBe(shares.length > 1 ? 0 : 1);
  },
);

test.each<[string, StageSettings, RegExp]>([
  ["leave less than 100", { accountConcurrency: 199 }, /reserves 100 of the 199 .*100/],
  ["come without the quota", {}, /needs accountConcurrency/],
])("reservations that %s stop the synthesis", (_, settings, message) => {
  const stack = stackOf({ ...settings, reservedConcurrency: { "create-payout": 100 } });
  expect(() => sharesIn(stack)).toThrow(message);
});

test.each([
  [10, 5, 2],
  [10, 100, 2],
  [500, 10, 5],
  [2_000, 10, 10],
])("with a quota of %i, a queue for %i at once gets %i", (accountConcurrency, usual, share) => {
  expect(maxAtOnce(stackOf({ accountConcurrency }), usual)).toBe(share);
});
