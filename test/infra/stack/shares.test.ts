import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Stack } from "aws-cdk-lib";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { readSettings, type StageSettings } from "../../../infra/stack/settings/settings.ts";
import { requireUnreserved } from "../../../infra/stack/settings/shares.ts";
import { useSettings } from "../../../infra/stack/settings/stage-settings.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import { newApp, synthesiseStage } from "./synthesise-stage.ts";
import { idsOfType, nameOf, ofType, resources } from "./template.ts";

const mailFrom = "hello@mail.example.com";

/** The reserved concurrency of each function that has one, by its name without dashes. */
const reservedIn = (resources: Json): Record<string, number> =>
  Object.fromEntries(
    idsOfType("AWS::Lambda::Function", resources)
      .map((id) => [nameOf(id).toLowerCase(), resources[id].Properties.ReservedConcurrentExecutions])
      .filter(([, reserved]) => reserved !== undefined),
  );
const maxima = (resources?: Json): number[] =>
  ofType("AWS::Lambda::EventSourceMapping", resources)
    .flatMap(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? [])
    .sort((a, b) => a - b);

test("without settings, no function has a reservation", () => {
  expect(reservedIn(resources)).toEqual({});
});

test("a small quota leaves requests most of it: each queue has Lambda's least maximum", () => {
  const { resources } = synthesiseStage("dev", { mailFrom, accountConcurrency: 10 });
  expect(maxima(resources)).toEqual(maxima().map(() => 2));
});

test("the README's example reserves for the functions that it names and for each that needs no key", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../infra/README.md"), "utf8");
  const [, section = ""] = /\n## Concurrency\n(.*?)\n## /s.exec(readme) ?? [];
  const example = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? "{}");
  const { anonymous, ...named } = example;
  const { resources } = synthesiseStage("dev", { accountConcurrency: 1000, reservedConcurrency: example });
  const keyless = [...operations.filter(({ scope }) => scope === undefined), ...pages];
  const open = [...keyless.map(({ name }) => name), "unknown-route"];
  const expected = { ...named, ...Object.fromEntries(open.map((name) => [name, anonymous])) };
  const withoutDashes = Object.entries<number>(expected).map(([name, each]) => [
    name.replaceAll("-", ""),
    each,
  ]);
  expect(reservedIn(resources)).toEqual(Object.fromEntries(withoutDashes));

  const quota = Object.values<number>(expected).reduce((sum, each) => sum + each, 0) + 100;
  expect(section).toContain(`that need no key: ${open.length} functions, so ${open.length * anonymous} here`);
  expect(section).toContain(`an \`accountConcurrency\` of ${quota} or more`);
});

const stackOf = (given: StageSettings): Stack => {
  const stack = new Stack(newApp(), "Shares");
  useSettings(stack, readSettings("dev", given, {}));
  return stack;
};

test.each([
  ["leave less than 100", { accountConcurrency: 199, reserved: 100 }, /reserves 100 of the 199 .*100/],
  ["come without the quota", { reserved: 1 }, /needs accountConcurrency/],
])("reservations that %s stop the synthesis", (_, { reserved, ...given }, message) => {
  expect(() => requireUnreserved(stackOf(given), reserved)).toThrow(message);
});

test("reservations that leave exactly 100 are accepted", () => {
  requireUnreserved(stackOf({ accountConcurrency: 200 }), 100);
});
