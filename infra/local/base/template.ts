import { StartupFailure } from "./failure.ts";
import { type RawResource, readStack } from "./nested-stacks.ts";

export type Properties = Record<string, unknown>;
export type Resource = { id: string; type: string; properties: Properties; metadata: Record<string, string> };

export type Attributes = { ref: string } & Record<string, string>;

export const ACCOUNT = "000000000000";
export const REGION = "us-east-1";

/** No local email bounces, no failed run is repeated, nothing is encrypted, and no log is deleted. */
const NOT_RUN = new Set([
  "AWS::Budgets::Budget",
  "AWS::CDK::Metadata",
  "AWS::CloudWatch::Dashboard",
  "AWS::KMS::Key",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::SES::ConfigurationSetEventDestination",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SNS::TopicPolicy",
  "AWS::S3::BucketPolicy",
  "AWS::SQS::QueuePolicy",
  "Custom::LogRetention",
]);

/** Types that an engine runs. Any other type fails the start, so that no resource is missing unnoticed. */
const RUN = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::ApiGatewayV2::Stage",
  "AWS::CloudWatch::Alarm",
  "AWS::CloudWatch::CompositeAlarm",
  "AWS::DynamoDB::Table",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Function",
  "AWS::Lambda::Permission",
  "AWS::Logs::LogGroup",
  "AWS::Logs::MetricFilter",
  "AWS::S3::Bucket",
  "AWS::SES::ConfigurationSet",
  "AWS::SES::EmailIdentity",
  "AWS::SQS::Queue",
  "AWS::Scheduler::Schedule",
  "AWS::SecretsManager::Secret",
  "AWS::StepFunctions::StateMachine",
]);

export class Template {
  readonly assemblyDir: string;
  readonly #raw: Record<string, RawResource>;
  readonly #attributes = new Map<string, Attributes>();

  constructor(assemblyDir: string) {
    this.assemblyDir = assemblyDir;
    const stack = readStack(assemblyDir, { account: ACCOUNT, region: REGION });
    if (!stack)
      throw new StartupFailure(
        `${assemblyDir} contains no template. Pass a synthesised assembly with --assembly.`,
      );
    this.#raw = stack.Resources;
    for (const [id, { Type, Condition }] of Object.entries(this.#raw)) {
      if (Type === "AWS::SNS::Topic") this.provide(id, { ref: `arn:aws:sns:${REGION}:${ACCOUNT}:${id}` });
      if (NOT_RUN.has(Type)) continue;
      if (!RUN.has(Type))
        throw new StartupFailure(
          `The local cloud cannot run ${id} of type ${Type}. Add an engine: infra/local/README.md.`,
        );
      if (Condition !== undefined)
        throw new StartupFailure(`The local cloud cannot tell whether ${id} exists: it knows no conditions.`);
    }
  }

  provide(id: string, attributes: Attributes): void {
    this.#attributes.set(id, attributes);
  }

  ids(type: string): string[] {
    return Object.keys(this.#raw).filter((id) => this.#raw[id]?.Type === type);
  }

  ofType(type: string): Resource[] {
    return this.ids(type).map((id) => this.resource(id));
  }

  resource(id: string): Resource {
    const raw = this.#raw[id];
    if (!raw) throw new StartupFailure(`The template has no resource ${id}`);
    const properties = this.#resolve(raw.Properties ?? {}) as Properties;
    return { id, type: raw.Type, properties, metadata: raw.Metadata ?? {} };
  }

  physicalIds = (): [type: string, logical: string, physical: string][] =>
    [...this.#attributes].flatMap(([id, { ref }]) => {
      const type = this.#raw[id]?.Type;
      return type === undefined ? [] : [[type, id, ref]];
    });

  #resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#resolve(entry));
    if (typeof value === "string" && value.includes("{{resolve:"))
      throw new StartupFailure(
        `The local cloud does not resolve ${value}. Read the value at runtime instead.`,
      );
    if (typeof value !== "object" || value === null) return value;
    const [[name, argument] = ["", undefined], ...more] = Object.entries(value);
    if (more.length === 0) {
      if (name === "Ref") return this.#ref(String(argument));
      if (name === "Fn::GetAtt") return this.#getAtt(argument as [string, string]);
      if (name === "Fn::Join") {
        const [separator, parts] = argument as [string, unknown[]];
        return parts.map((part) => this.#resolve(part)).join(separator);
      }
      if (name === "Fn::Sub" && typeof argument === "string") return this.#sub(argument);
      if (name.startsWith("Fn::"))
        throw new StartupFailure(
          `The local cloud does not resolve ${name}. It knows Ref, Fn::GetAtt, Fn::Join, and Fn::Sub of a text.`,
        );
    }
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.#resolve(entry)]));
  }

  #sub = (text: string) => text.replace(/\$\{([\w:]+)\}/g, (_, name: string) => this.#ref(name));

  #ref(name: string): string {
    return PSEUDO_PARAMETERS[name] ?? this.#attribute(name, "ref");
  }

  #getAtt = ([id, name]: [string, string]) => this.#attribute(id, name);

  #attribute(id: string, name: string): string {
    const attributes = this.#attributes.get(id);
    if (attributes && name in attributes) return attributes[name] as string;
    if (this.#raw[id] && NOT_RUN.has(this.#raw[id].Type)) return `${id}.${name}`;
    throw new StartupFailure(`The template refers to ${id}.${name}, but no local engine provides it`);
  }
}

const PSEUDO_PARAMETERS: Record<string, string> = {
  "AWS::AccountId": ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::Region": REGION,
  "AWS::URLSuffix": "amazonaws.com",
};
