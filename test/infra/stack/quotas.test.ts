import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf } from "./stages.ts";
import { ofType } from "./template.ts";

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
const countOf = (entries: Json) => Object.keys(entries).length;
const most = (sizes: number[]) => Math.max(0, ...sizes);

// Together they have every setting that adds something.
describe.each(["prod", "dev"] as const)("%s", (variant) => {
  const { main, nested, resources } = stageOf(variant);
  const stacks = { main, ...nested };
  const templates: Json[] = Object.values(stacks);

  /** By quota: what a stage uses, and what AWS allows. */
  const quotas: [string, number, number][] = [
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
    ["bytes of a template", most(templates.map((template) => JSON.stringify(template).length)), 1_000_000],
    ["outputs of the main stack", countOf(main.Outputs), 200],
    [
      "outputs of a nested stack",
      most(Object.values(nested).map(({ Outputs = {} }) => countOf(Outputs))),
      200,
    ],
    ["parameters of a stack", most(templates.map(({ Parameters = {} }) => countOf(Parameters))), 200],
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
    [
      "characters of a role's policies",
      most(
        ofType("AWS::IAM::Role", resources).map(({ Policies = [] }) =>
          Policies.reduce(
            (sum: number, { PolicyDocument }: Json) => sum + resolved(PolicyDocument).length,
            0,
          ),
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
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    ["routes of an API", ofType("AWS::ApiGatewayV2::Route", resources).length, 300],
    ["integrations of an API", ofType("AWS::ApiGatewayV2::Integration", resources).length, 300],
  ];

  /** Of CloudFormation's 500. The main stack grows with queues, not with operations. */
  test.each(Object.entries(stacks))("the stack %s has at most 400 resources", (name, { Resources }) => {
    expect(countOf(Resources)).toBeLessThanOrEqual(name === "main" ? 200 : 400);
  });

  /** Room for the operations of one release. */
  const MAX_SHARE = 0.95;

  test.each(quotas)("it leaves room in the quota of %s", (name, used, allowed) => {
    expect(used).toBeGreaterThan(0);
    if (used > 0.8 * allowed)
      process.stderr.write(
        `${variant} uses ${Math.round((100 * used) / allowed)} % of ${name}: ${used} of ${allowed}.\n`,
      );
    expect(used / allowed).toBeLessThanOrEqual(MAX_SHARE);
  });
});
