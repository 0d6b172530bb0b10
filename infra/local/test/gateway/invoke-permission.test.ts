import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Template } from "../../base/template.ts";
import { invokerOf } from "../../gateway/invoke-permission.ts";
import { Iam } from "../../platform/iam.ts";
import { inFolder } from "../support/in-folder.ts";

const uri = "arn:aws:lambda:us-east-1:000000000000:function:Orders";
const SOURCE = "arn:aws:execute-api:us-east-1:000000000000:Api";

/** Whether a permission of `Orders` lets the gateway invoke it for a route. */
const mayInvoke = (permission: object, key: string, target = uri) =>
  inFolder((dir) => {
    const Properties = { FunctionName: uri, Principal: "apigateway.amazonaws.com", ...permission };
    const Resources = {
      Api: { Type: "AWS::ApiGatewayV2::Api" },
      Permission: { Type: "AWS::Lambda::Permission", Properties },
    };
    writeFileSync(join(dir, "Stack.template.json"), JSON.stringify({ Resources }));
    const template = new Template(dir);
    const invoker = invokerOf(template, new Iam());
    return invoker({ key, integration: { uri: target, role: undefined } });
  });

test.each([
  ["/*/*/orders/{id}", "GET /orders/{id}", true],
  ["/*/GET/orders", "GET /orders", true],
  ["/*/*/orders", "GET /orders/{id}", false],
  ["/*/POST/orders", "GET /orders", false],
  ["/*/*/ord.rs", "GET /orders", false],
])("a permission for %s, asked for %s, is %p", async (path, key, expected) => {
  expect(await mayInvoke({ SourceArn: SOURCE + path }, key)).toBe(expected);
});

test("a permission of another service or function does not count", async () => {
  expect(await mayInvoke({ Principal: "sns.amazonaws.com" }, "GET /orders")).toBe(false);
  expect(await mayInvoke({}, "GET /orders", `${uri}2`)).toBe(false);
  expect(await mayInvoke({}, "GET /orders")).toBe(true);
});
