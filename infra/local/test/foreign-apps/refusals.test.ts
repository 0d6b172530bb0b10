import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Template } from "../../base/template.ts";
import { requireKnownApi } from "../../gateway/known-api.ts";
import { functionSettings } from "../../lambda/function-properties.ts";
import { Iam } from "../../platform/iam.ts";
import { ruleSchedules } from "../../timers/schedule-targets.ts";
import { requireKnownStates } from "../../timers/tasks.ts";
import { inFolder } from "../support/in-folder.ts";

const API = "AWS::ApiGatewayV2::";
const TASK = { Type: "Task", Resource: "arn:aws:states:::sns:publish" };
const NODE = { Runtime: "nodejs22.x", Handler: "index.handler", Role: "Role" };

/** Reads an assembly of these files, and gives its template to what runs it. */
const starting = <T>(files: Record<string, object>, run: (template: Template) => T): T =>
  inFolder((dir) => {
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(dir, name), JSON.stringify(content));
    return run(new Template(dir));
  });

const machine = (States: object) => () => requireKnownStates("Mine", { StartAt: "A", States });
const settings = (template: Template) =>
  functionSettings(template.resource("Mine"), {
    assemblyDir: "",
    endpoint: { credentialsFor: () => "" },
  } as never);
const resource = (template: Template) => template.resource("Mine").properties;

test.each<[Type: string, Properties: object, (template: Template) => unknown, string]>([
  ["AWS::S3::Bucket", {}, resource, "cannot run Mine of type AWS::S3::Bucket."],
  [
    "AWS::IAM::Role",
    {
      Policies: [
        { PolicyDocument: { Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: "*" }] } },
      ],
    },
    (template) => new Iam().check(template),
    "The local cloud cannot serve s3:GetObject, which the role Mine names.",
  ],
  [`${API}Api`, { ProtocolType: "WEBSOCKET" }, requireKnownApi, 'ProtocolType "WEBSOCKET". It knows HTTP.'],
  [
    `${API}Integration`,
    { IntegrationType: "HTTP_PROXY" },
    requireKnownApi,
    'Mine with IntegrationType "HTTP_PROXY". It knows AWS_PROXY.',
  ],
  [
    `${API}Integration`,
    { IntegrationType: "AWS_PROXY", IntegrationSubtype: "SQS-SendMessage" },
    requireKnownApi,
    'Mine with IntegrationSubtype "SQS-SendMessage". It does not know IntegrationSubtype.',
  ],
  [
    `${API}Integration`,
    { IntegrationType: "AWS_PROXY", PayloadFormatVersion: "1.0" },
    requireKnownApi,
    'PayloadFormatVersion "1.0". It knows 2.0.',
  ],
  [
    `${API}Route`,
    { AuthorizationType: "AWS_IAM" },
    requireKnownApi,
    'Mine with AuthorizationType "AWS_IAM". It knows NONE.',
  ],
  [`${API}Stage`, { StageName: "v1" }, requireKnownApi, 'Mine with StageName "v1". It knows $default.'],
  [
    "AWS::Lambda::Function",
    { ...NODE, Runtime: "python3.13" },
    settings,
    "Mine on python3.13. It runs Node.",
  ],
  ["AWS::Lambda::Function", { PackageType: "Image" }, settings, "Mine on an image. It runs Node."],
  ["AWS::Lambda::Function", { ...NODE, Layers: ["arn"] }, settings, "cannot run Mine with layers."],
  ["AWS::Lambda::Function", { ...NODE, Handler: "index" }, settings, "must be a file and its export"],
  [
    "AWS::Events::Rule",
    { EventPattern: { source: ["mine"] } },
    ruleSchedules,
    "cannot run the rule Mine: it has no schedule",
  ],
  [
    "AWS::Events::Rule",
    { ScheduleExpression: "rate(1 day)", Targets: [{ InputPath: "$.time" }] },
    ruleSchedules,
    "cannot run the rule Mine: it knows only constant inputs.",
  ],
  [
    "AWS::StepFunctions::StateMachine",
    {},
    machine({ A: TASK }),
    "the state A uses arn:aws:states:::sns:publish.",
  ],
  [
    "AWS::StepFunctions::StateMachine",
    {},
    machine({ P: { Type: "Parallel", Branches: [{ States: { B: TASK } }] } }),
    "the state B uses arn:aws:states:::sns:publish. It knows functions, and calls of dynamodb and sqs.",
  ],
  [
    "AWS::StepFunctions::StateMachine",
    {},
    machine({ A: { Type: "Pass", QueryLanguage: "JSONata" } }),
    "it knows JSONPath, and not JSONata.",
  ],
  [
    "AWS::StepFunctions::StateMachine",
    {},
    machine({ M: { Type: "Map", ItemProcessor: { ProcessorConfig: { Mode: "DISTRIBUTED" } } } }),
    "the state M is a distributed map.",
  ],
])("%s with %j is refused at the start, in one sentence", (Type, Properties, run, sentence) => {
  const Resources = { Mine: { Type, Properties } };
  expect(() => starting({ "App.template.json": { Resources } }, run)).toThrow(sentence);
});

const QUEUE = { Type: "AWS::SQS::Queue" };

test.each([
  [
    { "A.template.json": { Resources: {} }, "B.template.json": { Resources: {} } },
    /^The local cloud runs one stack\. \S+ has more: A\.template\.json, B\.template\.json\.$/,
  ],
  [
    { "A.template.json": { Resources: { Mine: { ...QUEUE, Condition: "IsProd" } } } },
    /^The local cloud cannot tell whether Mine exists: it knows no conditions\.$/,
  ],
  [
    { "A.template.json": { Resources: { Mine: { Type: `${API}Api` }, Yours: { Type: `${API}Api` } } } },
    /^The local cloud runs one HTTP API\. The template has Mine and Yours\.$/,
  ],
  [
    {
      "A.template.json": {
        Parameters: { Given: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/path" } },
        Resources: { Mine: { ...QUEUE, Properties: { QueueName: { Ref: "Given" } } } },
      },
    },
    /^The local cloud has no value for the template's parameter Given\./,
  ],
])("an assembly with %j is refused", (files, sentence) => {
  const run = (template: Template) => {
    requireKnownApi(template);
    return resource(template);
  };
  expect(() => starting(files, run)).toThrow(sentence);
});

test("a template's parameters have their defaults, and its account and region become the local ones", () => {
  const arn = "arn:aws:sqs:eu-central-1:123456789012:orders";
  const Properties = {
    name: { "Fn::Select": [5, { "Fn::Split": [":", arn] }] },
    arn,
    stage: { Ref: "Stage" },
  };
  const stack = { type: "aws:cloudformation:stack", environment: "aws://123456789012/eu-central-1" };
  const files = {
    "manifest.json": { artifacts: { App: stack } },
    "App.template.json": {
      Parameters: { Stage: { Type: "String", Default: "dev" } },
      Resources: { Mine: { ...QUEUE, Properties } },
    },
  };
  expect(starting(files, resource)).toEqual({
    name: "orders",
    arn: "arn:aws:sqs:us-east-1:000000000000:orders",
    stage: "dev",
  });
});
