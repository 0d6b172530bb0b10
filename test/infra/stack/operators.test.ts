import { expect, test } from "@jest/globals";
import { operatorFunctions } from "../../../shared/contract/service.ts";
import { ofType } from "./template.ts";

test("an operators' function has no route and no permission, so that IAM alone decides who may invoke it", () => {
  const integrated = JSON.stringify(ofType("AWS::ApiGatewayV2::Integration")).toLowerCase();
  for (const { name } of operatorFunctions) expect(integrated).not.toContain(name.replaceAll("-", ""));
  expect(ofType("AWS::Lambda::Permission")).toEqual([]);
});
