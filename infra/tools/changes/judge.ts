import type { ResourceChange } from "@aws-sdk/client-cloudformation";

/** `stop`: data would be lost. `ask`: a person must look at it first. */
export type Judged = { verdict: "stop" | "ask"; resource: string; reason: string };

/** What has state: a replacement or a removal loses it, or an address that others know. */
const STATEFUL = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::DomainName",
  "AWS::Backup::BackupVault",
  // What is in a nested stack that goes is not listed.
  "AWS::CloudFormation::Stack",
  "AWS::DynamoDB::GlobalTable",
  "AWS::DynamoDB::Table",
  "AWS::KMS::Key",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SES::EmailIdentity",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
  "AWS::SecretsManager::Secret",
  "AWS::StepFunctions::StateMachine",
]);
/** Access. Without their properties, a change of them cannot be judged. */
const ACCESS = /^AWS::IAM::|Policy$|^AWS::Lambda::(Permission|Url)$|^AWS::KMS::Key$/;

type Tree = { readonly [name: string]: unknown };
type Context = { Properties?: Tree; DeletionPolicy?: string };

/** With its property values. An empty list: nothing that a release may not do alone. */
export function judged(change: ResourceChange): Judged[] {
  const { LogicalResourceId = "", ResourceType = "", Action = "", Replacement } = change;
  const resource = `${LogicalResourceId} (${ResourceType})`;
  const say = (verdict: Judged["verdict"]) => (reason: string) => ({ verdict, resource, reason });
  const found: Judged[] = [];
  if (STATEFUL.has(ResourceType)) {
    if (Action === "Remove") found.push(say("stop")("is removed with what it has"));
    if (Replacement === "True") found.push(say("stop")("is replaced by an empty one"));
    if (Replacement === "Conditional") found.push(say("ask")("may be replaced by an empty one"));
  }
  if (Action === "Dynamic" || Action === "Import") found.push(say("ask")(`has the action ${Action}`));
  const before = contextOf(change.BeforeContext);
  const after = contextOf(change.AfterContext);
  if (Action === "Remove") return [...found, ...guardsOf(before).map(say("ask"))];
  if (ACCESS.test(ResourceType) && !after.Properties)
    return [...found, say("ask")("changes access, and CloudFormation does not say how")];
  return [...found, ...opened(ResourceType, before, after).map(say("ask"))];
}

const contextOf = (text: string | undefined): Context => (text ? JSON.parse(text) : {});

function opened(type: string, before: Context, after: Context): string[] {
  const [old, next] = [before.Properties ?? {}, after.Properties ?? {}];
  const had = new Set(rightsIn(type, old));
  const has = new Set(rightsIn(type, next));
  const more = [...has].filter((right) => right.startsWith("Allow") && !had.has(right));
  const less = [...had].filter((right) => right.startsWith("Deny") && !has.has(right));
  const isOff = (path: string) => isTrue(at(old, path)) && !isTrue(at(next, path));
  return [
    ...more.map((right) => `allows more: ${right}`),
    ...less.map((right) => `no longer denies: ${right}`),
    ...PROTECTIONS.filter(isOff).map((path) => `loses its protection ${path}`),
    ...listed(at(next, "CorsConfiguration.AllowOrigins"))
      .filter((origin) => !listed(at(old, "CorsConfiguration.AllowOrigins")).includes(origin))
      .map((origin) => `lets pages of ${String(origin)} call it`),
    ...(before.DeletionPolicy?.startsWith("Retain") && !after.DeletionPolicy?.startsWith("Retain")
      ? ["no longer outlives its stack"]
      : []),
    ...(at(old, "PermissionsBoundary") !== undefined &&
    at(next, "PermissionsBoundary") !== at(old, "PermissionsBoundary")
      ? ["has another permissions boundary, or none"]
      : []),
  ];
}

const guardsOf = ({ Properties = {} }: Context): string[] =>
  rightsIn("", Properties)
    .filter((right) => right.startsWith("Deny"))
    .map((right) => `no longer denies: ${right}`);

const PROTECTIONS = [
  "DeletionProtectionEnabled",
  "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled",
  "EnableKeyRotation",
  "SSESpecification.SSEEnabled",
];

/** Every right that the policies anywhere in a resource's properties allow or deny, one a text. */
function rightsIn(type: string, properties: Tree): string[] {
  const managed = listed(properties.ManagedPolicyArns).map((arn) => `Allow the policy ${String(arn)}`);
  if (type === "AWS::Lambda::Permission")
    return [rightOf({ ...properties, Effect: "Allow", Condition: properties.SourceArn })].flat();
  if (type === "AWS::Lambda::Url" && properties.AuthType === "NONE") return ["Allow calls by anyone"];
  return [...managed, ...statementsIn(properties).flatMap(rightOf)];
}

function statementsIn(value: unknown): Tree[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value === "string" && value.startsWith('{"')) return statementsIn(jsonOf(value));
  if (typeof value !== "object" || value === null) return [];
  const { Statement, ...others } = value as Tree;
  return [...(listed(Statement) as Tree[]), ...Object.values(others).flatMap(statementsIn)];
}

/** Three actions on two resources are six rights, so that an order or a merge is no change. */
const rightOf = (statement: Tree): string[] => {
  const { Effect, Action, NotAction, Resource, NotResource, Principal, Condition } = statement;
  const condition = Condition === undefined ? "" : ` if ${JSON.stringify(Condition)}`;
  const who = Principal === undefined ? "" : ` to ${JSON.stringify(Principal)}`;
  const actions = [...listed(Action), ...listed(NotAction).map((each) => `all but ${String(each)}`)];
  const resources = [...listed(Resource), ...listed(NotResource).map((each) => `all but ${String(each)}`)];
  return actions.flatMap((action) =>
    (resources.length > 0 ? resources : ["itself"]).map(
      (resource) => `${String(Effect)} ${String(action)} on ${String(resource)}${who}${condition}`,
    ),
  );
};

const listed = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
/** A change set has some booleans as texts. */
const isTrue = (value: unknown) => String(value) === "true";
const at = (tree: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (value as Tree | undefined)?.[name], tree);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
