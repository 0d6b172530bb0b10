import { expect, test } from "@jest/globals";
import { awsQuotas } from "../../../infra/local/quotas/quotas.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { MAX_RESOURCES, resourcesWarning, WARNED_SHARE } from "../../../infra/stack/cost/quota.ts";
import { stageOf } from "./synthesise-stage.ts";
import { ofType } from "./template.ts";

const { own, resources } = stageOf("prod");
const all = { own: own.Resources, resources };
const nested: Json[] = ofType("AWS::CloudFormation::Stack", all.own);

/** As long as it is once CloudFormation resolved its references. */
const resolved = (value: Json): string =>
  JSON.stringify(value, (_, each) => {
    if (each?.Ref) return "x".repeat(/^AWS::/.test(each.Ref) ? 12 : LONGEST_NAME);
    if (each?.["Fn::GetAtt"])
      return "x".repeat(LONGEST_NAME + "arn:aws:lambda:us-east-1:123456789012:function:".length);
    return each?.["Fn::Join"]
      ? each["Fn::Join"][1].map((part: Json) => JSON.parse(resolved(part))).join("")
      : each;
  });
/** A generated name: the stack's, the logical id's first characters, and a random end. */
const LONGEST_NAME = 45;
const most = (sizes: number[]) => Math.max(0, ...sizes);

/** By quota: what prod uses, and what AWS allows. */
const quotas: [string, number, number][] = [
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  ["resources of the main stack", Object.keys(all.own).length, MAX_RESOURCES],
  ["bytes of the main stack's template", JSON.stringify(own).length, 1_000_000],
  ["outputs of the main stack", Object.keys(own.Outputs).length, 200],
  [
    "parameters of a nested stack",
    most(nested.map(({ Parameters = {} }) => Object.keys(Parameters).length)),
    200,
  ],
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  [
    "characters of a role's policies",
    most(
      ofType("AWS::IAM::Role", resources).map(({ Policies = [] }) =>
        Policies.reduce((sum: number, { PolicyDocument }: Json) => sum + resolved(PolicyDocument).length, 0),
      ),
    ),
    10_240,
  ],
  ["roles of an account", ofType("AWS::IAM::Role", resources).length, 1_000],
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  [
    "bytes of a function's variables",
    most(
      ofType("AWS::Lambda::Function", resources).map(
        ({ Environment }) => resolved(Environment.Variables).length,
      ),
    ),
    4_096,
  ],
  ["routes of an API", ofType("AWS::ApiGatewayV2::Route", resources).length, awsQuotas.routes.most],
  [
    "integrations of an API",
    ofType("AWS::ApiGatewayV2::Integration", resources).length,
    awsQuotas.integrations.most,
  ],
];

/** Room for the operations of one release. */
const MAX_SHARE = 0.95;

test.each(quotas)("prod leaves room in the quota of %s", (name, used, allowed) => {
  expect(used).toBeGreaterThan(0);
  if (used > WARNED_SHARE * allowed)
    process.stderr.write(
      `Prod uses ${Math.round((100 * used) / allowed)} % of ${name}: ${used} of ${allowed}.\n`,
    );
  expect(used / allowed).toBeLessThanOrEqual(MAX_SHARE);
});

test("a synthesis warns from 80 % of the resources on", () => {
  expect(resourcesWarning(399)).toBeUndefined();
  expect(resourcesWarning(400)).toContain("400 of 500 resources (80 %)");
});
