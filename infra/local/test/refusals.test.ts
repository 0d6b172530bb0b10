import { expect, test } from "@jest/globals";
import { StartupFailure } from "../base/failure.ts";
import type { Template } from "../base/template.ts";
import { tablesOf } from "../dynamodb/tables.ts";
import { EventSources } from "../event-sources/event-sources.ts";
import { requireKnownApi } from "../gateway/known-api.ts";
import { functionSettings } from "../lambda/function-properties.ts";
import { Iam } from "../platform/iam.ts";
import { Secrets } from "../secrets/secrets.ts";
import { machinesOf } from "../timers/step-functions.ts";
import { requireKnownStates } from "../timers/tasks.ts";
import { inFolder } from "./support/in-folder.ts";
import { templateIn, templateOf } from "./support/template-of.ts";

const API = "AWS::ApiGatewayV2::";
const MAPPING = "AWS::Lambda::EventSourceMapping";
const MACHINE = "AWS::StepFunctions::StateMachine";
const FUNCTION = "AWS::Lambda::Function";
const NODE = { Runtime: "nodejs22.x", Handler: "index.handler", Role: "Role" };
const ofQueue = {
  EventSourceArn: "arn:aws:sqs:us-east-1:000000000000:first",
  FunctionName: "signer",
};
const ofStream = {
  EventSourceArn: "arn:aws:dynamodb:us-east-1:000000000000:table/Orders/stream/2026-01-01T00:00:00.000",
  FunctionName: "relay",
  StartingPosition: "TRIM_HORIZON",
};
const filtered = (pattern: object) => ({
  FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
});
const machine = (States: object) => ({ DefinitionString: JSON.stringify({ States }), RoleArn: "role" });
const allowing = (Action: string) => ({
  Policies: [{ PolicyDocument: { Statement: [{ Effect: "Allow", Action, Resource: "*" }] } }],
});

/** Each engine's own look at a template, before anything runs. */
function look(template: Template): void {
  requireKnownApi(template);
  new Iam().check(template);
  tablesOf(template);
  const options = { assemblyDir: "", endpoint: { credentialsFor: () => "" } };
  for (const each of template.ofType(FUNCTION)) functionSettings(each, options as never);
  for (const { name, definition } of machinesOf(template)) requireKnownStates(name, definition);
  // A problem comes before anything else is used.
  new EventSources({} as never).follow(template);
  inFolder((dir) => new Secrets(dir).create(template));
}

test.each<[Type: string, Properties: object, sentence: string]>([
  ["AWS::EFS::FileSystem", {}, "cannot run Mine of type AWS::EFS::FileSystem."],
  [
    "AWS::IAM::Role",
    allowing("kinesis:PutRecord"),
    "cannot serve kinesis:PutRecord, which the role Mine names.",
  ],
  ["AWS::IAM::Role", { ManagedPolicyArns: ["arn:aws:iam::aws:policy/Admin"] }, "managed policy arn:aws:iam"],
  ["AWS::DynamoDB::Table", { LocalSecondaryIndexes: [] }, "the table Mine: it knows global indexes only."],
  [`${API}Api`, { ProtocolType: "WEBSOCKET" }, 'ProtocolType "WEBSOCKET". It knows HTTP.'],
  [
    `${API}Integration`,
    { IntegrationType: "HTTP_PROXY" },
    'IntegrationType "HTTP_PROXY". It knows AWS_PROXY.',
  ],
  [`${API}Integration`, { IntegrationSubtype: "SQS-Send" }, "It does not know IntegrationSubtype."],
  [`${API}Integration`, { PayloadFormatVersion: "1.0" }, 'PayloadFormatVersion "1.0". It knows 2.0.'],
  [`${API}Route`, { AuthorizationType: "AWS_IAM" }, 'AuthorizationType "AWS_IAM". It knows NONE.'],
  [`${API}Stage`, { StageName: "v1" }, 'Mine with StageName "v1". It knows $default.'],
  [FUNCTION, { ...NODE, Runtime: "python3.13" }, "Mine on python3.13. It runs Node."],
  [FUNCTION, { PackageType: "Image" }, "Mine on an image. It runs Node."],
  [FUNCTION, { ...NODE, Layers: ["arn"] }, "cannot run Mine with layers."],
  [FUNCTION, { ...NODE, Handler: "index" }, "must be a file and its export"],
  [
    MACHINE,
    machine({ A: { Type: "Task", Resource: "arn:aws:states:::sns:publish" } }),
    "the state A uses arn:",
  ],
  [MACHINE, machine({ P: { Type: "Parallel" } }), "the state P is a Parallel. It knows Wait, Task,"],
  [MACHINE, machine({ W: { Type: "Wait", Seconds: 5 } }), "the state W has Seconds. Of a Wait it knows"],
  [MACHINE, machine({ A: { Type: "Pass", QueryLanguage: "JSONata" } }), "JSONPath, and not JSONata."],
  [MACHINE, { DefinitionS3Location: {} }, "its definition must be a text of the template."],
  [MAPPING, { ...ofQueue, ...filtered({ body: ["x"] }) }, "filters of a queue"],
  [MAPPING, { ...ofQueue, EventSourceArn: "arn:aws:kinesis:a:b:stream/c" }, "source arn:aws:kinesis"],
  [MAPPING, { ...ofStream, StartingPosition: "LATEST" }, "the starting position LATEST"],
  [MAPPING, { ...ofStream, TumblingWindowInSeconds: 60 }, "tumbling windows"],
  [
    MAPPING,
    { ...ofStream, ...filtered({ dynamodb: { a: [{ "anything-but": "x" }] } }) },
    'the filter {"anything-but":"x"}. It knows values, prefix and exists',
  ],
  ["AWS::SecretsManager::Secret", { GenerateSecretString: { IncludeSpace: true } }, "IncludeSpace"],
])("%s with %j is refused at the start, in one sentence", (Type, Properties, sentence) => {
  const refused = () => look(templateOf({ Mine: { Type, Properties } }));
  expect(refused).toThrow(sentence);
  expect(refused).toThrow(StartupFailure);
});

const QUEUE = { Type: "AWS::SQS::Queue" };
const HTTP = { Type: `${API}Api` };
const twice = { Type: MAPPING, Properties: ofQueue };

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
    { "A.template.json": { Resources: { Mine: HTTP, Yours: HTTP } } },
    /^The local cloud runs one HTTP API\. The template has Mine and Yours\.$/,
  ],
  [{ "A.template.json": { Resources: { Once: twice, Again: twice } } }, /signer\. Lambda accepts one/],
])("an assembly with %j is refused", (files, sentence) => {
  expect(() => look(templateIn(files))).toThrow(sentence);
});

test("an app's account and region become the local ones", () => {
  const stack = { type: "aws:cloudformation:stack", environment: "aws://123456789012/eu-central-1" };
  const arn = "arn:aws:sqs:eu-central-1:123456789012:orders";
  const template = templateIn({
    "manifest.json": { artifacts: { App: stack } },
    "App.template.json": { Resources: { Mine: { ...QUEUE, Properties: { arn } } } },
  });
  expect(template.resource("Mine").properties).toEqual({ arn: "arn:aws:sqs:us-east-1:000000000000:orders" });
});
