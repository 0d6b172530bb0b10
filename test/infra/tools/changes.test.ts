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
const table = { Effect: "Allow", Resource: "arn:table" };
const may = (Action: unknown, more: object = {}) => ({ ...table, Action, ...more });
const policy = (...Statement: object[]) => ({ PolicyDocument: { Version: "2012-10-17", Statement } });
const role = (...Statement: object[]) =>
  context({ Policies: [{ PolicyName: "access", ...policy(...Statement) }] });
const change = (ResourceType: string, Action: string, more: object = {}) =>
  ({ LogicalResourceId: "It", ResourceType: `AWS::${ResourceType}`, Action, ...more }) as ResourceChange;
const from = (type: string, before: string, after: string) =>
  change(type, "Modify", { Replacement: "False", BeforeContext: before, AfterContext: after });
const keys = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["DRIVER#*"] } };
const tls = { Bool: { "aws:SecureTransport": "false" } };
const denial = context(policy({ Effect: "Deny", Action: "sqs:*", Principal: "*", Condition: tls }));
const recovery = (on: unknown) =>
  context({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on } });
const cors = (...AllowOrigins: string[]) => context({ CorsConfiguration: { AllowOrigins } });
const trust = (Service: string) => {
  const Statement = [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service } }];
  return context({ AssumeRolePolicyDocument: { Statement } });
};

const added = (type: string, after?: string) => change(type, "Add", after ? { AfterContext: after } : {});
const removed = (type: string, more: object = { PolicyAction: "Delete" }) => change(type, "Remove", more);
const modified = (type: string, Replacement: string, more = {}) =>
  change(type, "Modify", { Replacement, ...more });
const rights = (before: object[], after: object[]) => from("IAM::Role", role(...before), role(...after));
const [any, atKeys] = [may("a:B"), may("a:B", { Condition: keys })];
const bound = context({ PermissionsBoundary: "arn:b" });
const admin = context({ ManagedPolicyArns: ["arn:admin"] });
const replacedTable = { PolicyAction: "ReplaceAndRetain" };
const invoker = { Action: "lambda:InvokeFunction", Principal: "apigateway.amazonaws.com" };
const anywhere = [context({ ...invoker, SourceArn: "arn:api" }), context(invoker)] as const;
const outlives = ["Retain", "Delete"].map((DeletionPolicy) => context({}, { DeletionPolicy })) as [
  string,
  string,
];

type Case = [name: string, change: ResourceChange, verdict?: string, reason?: RegExp];
const cases: Case[] = [
  ["a new function", added("Lambda::Function")],
  ["new code", modified("Lambda::Function", "False")],
  ["a replaced route", modified("ApiGatewayV2::Route", "True")],
  ["a removed function", removed("Lambda::Function")],
  ["a new queue", added("SQS::Queue")],
  ["a removed queue", removed("SQS::Queue"), "stop", /removed/],
  ["a removed secret", removed("SecretsManager::Secret"), "stop", /removed/],
  ["a kept table without a place", removed("DynamoDB::Table", { PolicyAction: "Retain" }), "stop", /removed/],
  ["a replaced table", modified("DynamoDB::Table", "True", replacedTable), "stop", /replaced/],
  ["a log group that may be replaced", modified("Logs::LogGroup", "Conditional"), "ask", /may be/],
  ["a removed nested stack", removed("CloudFormation::Stack", {}), "stop", /removed/],
  ["a nested stack of unknown change", change("CloudFormation::Stack", "Dynamic"), "ask", /Dynamic/],
  ["the same rights in another order", rights([may(["a:B", "a:C"])], [may("a:C"), any])],
  ["fewer rights", rights([may(["a:B", "a:C"])], [any])],
  ["a new tag of a role", rights([any], [any])],
  ["one more action", rights([any], [may(["a:B", "a:C"])]), "ask", /more: Allow a:C on arn:table$/],
  ["one more table", rights([any], [may("a:B", { Resource: ["arn:table", "*"] })]), "ask", /a:B on \*/],
  ["a wider condition", rights([atKeys], [may("a:B", { Condition: {} })]), "ask", /a:B on arn:table if {}$/],
  ["a key of unknown change", modified("KMS::Key", "False"), "ask", /does not say/],
  ["a lost condition", rights([atKeys], [any]), "ask", /a:B on arn:table$/],
  ["a new role", added("IAM::Role", role(any)), "ask", /more/],
  [
    "another service",
    from("IAM::Role", trust("lambda.amazonaws.com"), trust("ec2.amazonaws.com")),
    "ask",
    /ec2/,
  ],
  ["a managed policy", from("IAM::Role", context({}), admin), "ask", /arn:admin/],
  ["a boundary that goes", from("IAM::Role", bound, context({})), "ask", /boundary/],
  ["a role of unknown change", modified("IAM::Role", "False"), "ask", /does not say how/],
  ["a removed role", removed("IAM::Role", { BeforeContext: role(any) })],
  ["a lost denial", from("SQS::QueuePolicy", denial, context(policy())), "ask", /no longer denies: Deny sqs/],
  ["a removed queue policy", removed("SQS::QueuePolicy", { BeforeContext: denial }), "ask", /Deny sqs/],
  [
    "an invoker from anywhere",
    from("Lambda::Permission", ...anywhere),
    ...(["ask", /InvokeFunction on itself to "apigateway.amazonaws.com"$/] as const),
  ],
  ["a public function", added("Lambda::Url", context({ AuthType: "NONE" })), "ask", /anyone/],
  [
    "no recovery",
    from("DynamoDB::Table", recovery("true"), recovery(false)),
    "ask",
    /protection PointInTime/,
  ],
  ["a table with recovery", from("DynamoDB::Table", recovery(false), recovery("true"))],
  ["a table that ends with its stack", from("DynamoDB::Table", ...outlives), "ask", /outlives/],
  [
    "one more website",
    from("ApiGatewayV2::Api", cors("https://a.example"), cors("https://a.example", "*")),
    ...(["ask", /pages of \*/] as const),
  ],
];

test.each(cases)("%s is judged", (_, given, ...outcome) => {
  const [verdict, reason] = outcome;
  const found = reason ? [{ verdict, reason: expect.stringMatching(reason) }] : [];
  const resource = `It (${given.ResourceType})`;
  expect(judged(given)).toEqual(found.map((each) => ({ ...each, resource })));
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
