import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ResourceChange } from "@aws-sdk/client-cloudformation";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { judged } from "../../../infra/tools/changes/judge.ts";
import { opsWith } from "../../support/cloud/ops.ts";

/** As CloudFormation encodes it, by the samples of its User Guide (Example change sets). */
const context = (Properties: object, more: object = {}) => JSON.stringify({ Properties, ...more });
const may = (Action: unknown, more: object = {}) => ({
  Effect: "Allow",
  Action,
  Resource: "arn:table",
  ...more,
});
const policy = (...Statement: object[]) => ({ PolicyDocument: { Version: "2012-10-17", Statement } });
const role = (...Statement: object[]) =>
  context({ Policies: [{ PolicyName: "access", ...policy(...Statement) }] });
const change = (ResourceType: string, Action: string, more: object = {}) =>
  ({ LogicalResourceId: "It", ResourceType: `AWS::${ResourceType}`, Action, ...more }) as ResourceChange;
const from = (type: string, before: string, after: string) =>
  change(type, "Modify", { Replacement: "False", BeforeContext: before, AfterContext: after });
const keys = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["DRIVER#*"] } };
const tls = {
  Effect: "Deny",
  Action: "sqs:*",
  Principal: "*",
  Condition: { Bool: { "aws:SecureTransport": "false" } },
};
const recovery = (on: unknown) =>
  context({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on } });
const cors = (...AllowOrigins: string[]) => context({ CorsConfiguration: { AllowOrigins } });
const trust = (Service: string) =>
  context({
    AssumeRolePolicyDocument: {
      Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service } }],
    },
  });

type Case = [name: string, change: ResourceChange, found: [verdict: string, reason: RegExp][]];
const cases: Case[] = [
  ["a new function", change("Lambda::Function", "Add"), []],
  ["new code", change("Lambda::Function", "Modify", { Replacement: "False" }), []],
  ["a replaced route", change("ApiGatewayV2::Route", "Modify", { Replacement: "True" }), []],
  ["a removed function", change("Lambda::Function", "Remove", { PolicyAction: "Delete" }), []],
  ["a new queue", change("SQS::Queue", "Add"), []],
  ["a removed queue", change("SQS::Queue", "Remove", { PolicyAction: "Delete" }), [["stop", /removed/]]],
  [
    "a removed secret",
    change("SecretsManager::Secret", "Remove", { PolicyAction: "Delete" }),
    [["stop", /removed/]],
  ],
  [
    "a kept table without a place",
    change("DynamoDB::Table", "Remove", { PolicyAction: "Retain" }),
    [["stop", /removed/]],
  ],
  [
    "a replaced table",
    change("DynamoDB::Table", "Modify", { Replacement: "True", PolicyAction: "ReplaceAndRetain" }),
    [["stop", /replaced/]],
  ],
  [
    "a log group that may be replaced",
    change("Logs::LogGroup", "Modify", { Replacement: "Conditional" }),
    [["ask", /may be/]],
  ],
  ["a removed nested stack", change("CloudFormation::Stack", "Remove"), [["stop", /removed/]]],
  ["a nested stack of unknown change", change("CloudFormation::Stack", "Dynamic"), [["ask", /Dynamic/]]],
  [
    "the same rights in another order",
    from("IAM::Role", role(may(["a:B", "a:C"])), role(may("a:C"), may("a:B"))),
    [],
  ],
  ["fewer rights", from("IAM::Role", role(may(["a:B", "a:C"])), role(may("a:B"))), []],
  ["a new tag of a role", from("IAM::Role", role(may("a:B")), role(may("a:B"))), []],
  [
    "one more action",
    from("IAM::Role", role(may("a:B")), role(may(["a:B", "a:C"]))),
    [["ask", /more: Allow a:C on arn:table$/]],
  ],
  [
    "one more table",
    from("IAM::Role", role(may("a:B")), role(may("a:B", { Resource: ["arn:table", "*"] }))),
    [["ask", /a:B on \*/]],
  ],
  [
    "a wider condition",
    from("IAM::Role", role(may("a:B", { Condition: keys })), role(may("a:B", { Condition: {} }))),
    [["ask", /a:B on arn:table if {}$/]],
  ],
  [
    "a key of unknown change",
    change("KMS::Key", "Modify", { Replacement: "False" }),
    [["ask", /does not say/]],
  ],
  [
    "a lost condition",
    from("IAM::Role", role(may("a:B", { Condition: keys })), role(may("a:B"))),
    [["ask", /a:B on arn:table$/]],
  ],
  ["a new role", change("IAM::Role", "Add", { AfterContext: role(may("a:B")) }), [["ask", /more/]]],
  [
    "another trusted service",
    from("IAM::Role", trust("lambda.amazonaws.com"), trust("ec2.amazonaws.com")),
    [["ask", /ec2/]],
  ],
  [
    "a managed policy",
    from("IAM::Role", context({}), context({ ManagedPolicyArns: ["arn:admin"] })),
    [["ask", /arn:admin/]],
  ],
  [
    "a boundary that goes",
    from("IAM::Role", context({ PermissionsBoundary: "arn:b" }), context({})),
    [["ask", /boundary/]],
  ],
  [
    "a role of unknown change",
    change("IAM::Role", "Modify", { Replacement: "False" }),
    [["ask", /does not say how/]],
  ],
  ["a removed role", change("IAM::Role", "Remove", { BeforeContext: role(may("a:B")) }), []],
  [
    "a lost denial",
    from("SQS::QueuePolicy", context(policy(tls)), context(policy())),
    [["ask", /no longer denies: Deny sqs/]],
  ],
  [
    "a removed queue policy",
    change("SQS::QueuePolicy", "Remove", { BeforeContext: context(policy(tls)) }),
    [["ask", /Deny sqs/]],
  ],
  [
    "an invoker from anywhere",
    from(
      "Lambda::Permission",
      context({
        Action: "lambda:InvokeFunction",
        Principal: "apigateway.amazonaws.com",
        SourceArn: "arn:api",
      }),
      context({ Action: "lambda:InvokeFunction", Principal: "apigateway.amazonaws.com" }),
    ),
    [["ask", /InvokeFunction on itself to "apigateway.amazonaws.com"$/]],
  ],
  [
    "a public function",
    change("Lambda::Url", "Add", { AfterContext: context({ AuthType: "NONE" }) }),
    [["ask", /anyone/]],
  ],
  [
    "a table without recovery",
    from("DynamoDB::Table", recovery("true"), recovery(false)),
    [["ask", /protection PointInTime/]],
  ],
  ["a table with recovery", from("DynamoDB::Table", recovery(false), recovery("true")), []],
  [
    "a table that ends with its stack",
    from(
      "DynamoDB::Table",
      context({}, { DeletionPolicy: "Retain" }),
      context({}, { DeletionPolicy: "Delete" }),
    ),
    [["ask", /outlives/]],
  ],
  [
    "one more website",
    from("ApiGatewayV2::Api", cors("https://a.example"), cors("https://a.example", "*")),
    [["ask", /pages of \*/]],
  ],
];

test.each(cases)("%s is judged", (_, given, found) => {
  expect(judged(given)).toEqual(
    found.map(([verdict, reason]) => ({
      verdict,
      resource: `It (${given.ResourceType})`,
      reason: expect.stringMatching(reason),
    })),
  );
});

describe("npm run ops -- changes", () => {
  const NESTED = "arn:aws:cloudformation:eu-west-1:123456789012:changeSet/nested/1";
  const member = (fields: object) =>
    `<member><ResourceChange>${Object.entries({ Action: "Modify", Replacement: "False", ...fields })
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("")}</ResourceChange></member>`;
  const upkeep = member({
    LogicalResourceId: "Upkeep",
    ResourceType: "AWS::CloudFormation::Stack",
    ChangeSetId: NESTED,
  });
  const code = member({ LogicalResourceId: "Start", ResourceType: "AWS::Lambda::Function" });
  const queue = member({ LogicalResourceId: "Mail", ResourceType: "AWS::SQS::Queue", Action: "Remove" });
  /** The change sets of the stub, as pages. */
  const sets: Record<string, string[]> = {
    code: [`<Status>CREATE_COMPLETE</Status><Changes>${code}</Changes>`],
    loss: [
      `<Status>CREATE_COMPLETE</Status><Changes>${code}</Changes><NextToken>1</NextToken>`,
      `<Status>CREATE_COMPLETE</Status><Changes>${upkeep}</Changes>`,
    ],
    [NESTED]: [`<Status>CREATE_COMPLETE</Status><Changes>${queue}</Changes>`],
    empty: [
      "<Status>FAILED</Status><StatusReason>The submitted information didn't contain changes. Submit different information to create a change set.</StatusReason>",
    ],
    wrong: ["<Status>FAILED</Status><StatusReason>Template error</StatusReason>"],
  };
  const server = createServer(async (request, response) => {
    const query = new URLSearchParams(await text(request));
    expect(query.get("IncludePropertyValues")).toBe("true");
    const name = query.get("ChangeSetName") ?? "";
    const page = sets[name]?.[Number(query.get("NextToken"))];
    if (page) response.end(`<R><DescribeChangeSetResult>${page}</DescribeChangeSetResult></R>`);
    else
      response
        .writeHead(404)
        .end(
          `<ErrorResponse><Error><Type>Sender</Type><Code>ChangeSetNotFound</Code><Message>ChangeSet [${name}] does not exist</Message></Error></ErrorResponse>`,
        );
  }).listen(0, "127.0.0.1");
  beforeAll(() => once(server, "listening"));
  afterAll(() => void server.close());

  const run = (...args: string[]) =>
    opsWith(
      {
        AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        AWS_REGION: "eu-west-1",
        AWS_ACCESS_KEY_ID: "someone",
        AWS_SECRET_ACCESS_KEY: "secret",
      },
      "changes",
      ...args,
    );

  test.each([
    ["code", [], 0, "pass"],
    ["empty", [], 0, "none"],
    ["loss", [], 1, "stop"],
    ["loss", ["--accept-losses"], 0, "ask"],
  ])("the change set %s with %j ends with %i and the verdict %s", async (name, more, expected, verdict) => {
    const { code, stdout } = await run("--stage", "prod", "--change-set", name, "--json", ...more);
    expect([code, JSON.parse(stdout).verdict]).toEqual([expected, verdict]);
    if (name === "loss") expect(stdout).toContain("Mail (AWS::SQS::Queue) is removed");
  });

  test.each([
    [["--stage", "prod", "--change-set", "wrong"], 1, /^The change set failed: Template error$/],
    [["--stage", "prod", "--change-set", "none"], 2, /ChangeSet \[none\] does not exist\./],
    [["--stage", "prod"], 2, /--change-set is required/],
    [["--change-set", "code"], 2, /--stage is required/],
  ])("a mistake is one line: %j", async (args, expected, message) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr.trim()]).toEqual([expected, expect.stringMatching(message)]);
  });
});
