import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Stack } from "aws-cdk-lib";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { readSettings, type StageSettings } from "../../../infra/stack/settings/settings.ts";
import { maxAtOnce, requireUnreserved } from "../../../infra/stack/settings/shares.ts";
import { useSettings } from "../../../infra/stack/settings/stage-settings.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import { newApp, stageOf } from "./synthesise-stage.ts";
import { idsOfType, nameOf, resources } from "./template.ts";

/** The reserved concurrency of each function that has one, by its name without dashes. */
const reservedIn = (resources: Json): Record<string, number> =>
  Object.fromEntries(
    idsOfType("AWS::Lambda::Function", resources)
      .map((id) => [nameOf(id).toLowerCase(), resources[id].Properties.ReservedConcurrentExecutions])
      .filter(([, reserved]) => reserved !== undefined),
  );

test("without settings, no function has a reservation", () => {
  expect(reservedIn(resources)).toEqual({});
});

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const keyless = [...operations.filter(({ scope }) => scope === undefined), ...pages];
const open = [...keyless.map(({ name }) => name), "unknown-route"];

test("reservations are those of the functions that the setting names, and of each that needs no key", () => {
  const { resources, settings } = stageOf("dev");
  const { anonymous = 0, ...named } = settings.reservedConcurrency ?? {};
  const expected = { ...named, ...Object.fromEntries(open.map((name) => [name, anonymous])) };
  const withoutDashes = Object.entries(expected).map(([name, each]) => [name.replaceAll("-", ""), each]);
  expect(reservedIn(resources)).toEqual(Object.fromEntries(withoutDashes));
});

test("the README says which quota its example needs", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../infra/README.md"), "utf8");
  const [, section = ""] = /\n## Concurrency\n(.*?)\n## /s.exec(readme) ?? [];
  const example = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? "{}");
  const { anonymous, ...named } = readSettings("dev", { reservedConcurrency: example }, {})
    .reservedConcurrency as Record<string, number>;
  const quota = sum(Object.values(named)) + open.length * Number(anonymous) + 100;
  expect(section).toContain(
    `that need no key: ${open.length} functions, so ${open.length * Number(anonymous)} here`,
  );
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

test.each([
  [10, 5, 2],
  [10, 100, 2],
  [500, 10, 5],
  [2_000, 10, 10],
])("with a quota of %i, a queue for %i at once gets %i", (accountConcurrency, usual, share) => {
  expect(maxAtOnce(stackOf({ accountConcurrency }), usual)).toBe(share);
});

test("reservations that leave exactly 100 are accepted", () => {
  requireUnreserved(stackOf({ accountConcurrency: 200 }), 100);
});
