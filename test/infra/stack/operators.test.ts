import { expect, test } from "@jest/globals";
import { operatorFunctions } from "../../../shared/contract/service.ts";
import { ofType } from "./template.ts";

test("an operators' function has no route and no permission, so that IAM alone decides who may invoke it", () => {
  const integrated = JSON.stringify(ofType("AWS::ApiGatewayV2::Integration")).toLowerCase();
  for (const { name } of operatorFunctions) expect(integrated).not.toContain(name.replaceAll("-", ""));
  expect(ofType("AWS::Lambda::Permission")).toEqual([]);
});

test("the role that proves IAM's isolation reads and puts other nouns, so that only a prefix can refuse it", () => {
  const prover = operatorFunctions.find(({ commands }) =>
    commands.some(({ name }) => name === "check-stage"),
  );
  const access: Record<string, readonly string[] | undefined> = prover?.access ?? {};
  expect(access.quota).toBeUndefined();
  expect([...new Set(Object.values(access).flat())]).toEqual(expect.arrayContaining(["get", "put"]));
});
