import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Template } from "../../base/template.ts";
import { permissionsOf } from "../../platform/permissions.ts";
import { inFolder } from "../support/in-folder.ts";

const GATEWAY = "apigateway.amazonaws.com";
const uri = "arn:aws:lambda:us-east-1:000000000000:function:Orders";
const SOURCE = "arn:aws:execute-api:us-east-1:000000000000:Api";

/** Whether a permission of `Orders` lets the gateway invoke a function for a route. */
const isPermitted = (permission: object, source: string, target = uri) =>
  inFolder((dir) => {
    const Properties = { FunctionName: uri, Principal: GATEWAY, ...permission };
    const Resources = { Permission: { Type: "AWS::Lambda::Permission", Properties } };
    writeFileSync(join(dir, "Stack.template.json"), JSON.stringify({ Resources }));
    return permissionsOf(new Template(dir))(target, source);
  });

test.each([
  ["/*/*/orders/{id}", "/$default/GET/orders/{id}", true],
  ["/*/GET/orders", "/$default/GET/orders", true],
  ["/*/*/orders", "/$default/GET/orders/{id}", false],
  ["/*/POST/orders", "/$default/GET/orders", false],
  ["/*/*/ord.rs", "/$default/GET/orders", false],
])("a permission for %s, asked for %s, is %p", (path, asked, expected) => {
  expect(isPermitted({ SourceArn: SOURCE + path }, SOURCE + asked)).toBe(expected);
});

test("a permission of another service or function does not count", () => {
  const source = `${SOURCE}/$default/GET/orders`;
  expect(isPermitted({ Principal: "sns.amazonaws.com" }, source)).toBe(false);
  expect(isPermitted({}, source, `${uri}2`)).toBe(false);
  expect(isPermitted({}, source)).toBe(true);
});
