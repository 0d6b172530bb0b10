import { Duration, NestedStack, RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type CfnFunction,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { entryPoints } from "../../shared/contract/entry-points.ts";
import { accessOf } from "../../shared/contract/operation.ts";
import { railAccess } from "../../shared/contract/workers.ts";
import { type Access, unionOf } from "../../shared/domain/access/noun.ts";
import type { SecretName } from "../../shared/domain/access/secret.ts";
import { allow } from "./access/allow.ts";
import { stageKeyOf, keyStatements } from "./customer-key.ts";
import type { ServiceSecrets } from "./secrets.ts";
import { settingVariables } from "./settings/function-settings.ts";
import { stageSettingsOf } from "./settings/stage-settings.ts";
import { reservationsOf } from "./settings/shares.ts";
import type { ServiceTable } from "./table.ts";

type Settings = {
  table: ServiceTable;
  secrets: ServiceSecrets;
  stage: string;
  keep: boolean;
  code: (name: string) => Code;
};
export type FunctionRecord = {
  name: string;
  perSecond?: number;
  secrets?: readonly SecretName[];
} & Parameters<typeof accessOf>[0];
export type Extra = {
  environment?: Record<string, string>;
  timeout?: Duration;
  /** In MB. It sets the CPU share. Below 512, a cold start takes twice as long and costs more. */
  memorySize?: number;
  statements?: PolicyStatement[];
  functionName?: string;
  /** Any caller reaches it without a key. */
  isAnonymous?: boolean;
  /** By default, Lambda takes a chain of more than 16 invocations for a loop. */
  mayLoop?: boolean;
};

/** Two rooms of workers are one stack. The timers' functions are beside their state machines. */
const WORKERS = ["events", "webhooks"];
const IN_MAIN = ["timers"];
const rooms = new Map(entryPoints.map(({ name, room }) => [name, room]));

/** `platform/payments` is PaymentsApi. Undefined: the main stack. */
function nestedStackOf(name: string): string | undefined {
  const room = rooms.get(name);
  if (room === undefined) throw new Error(`${name} is no entry point`);
  if (IN_MAIN.includes(room)) return undefined;
  return constructId(WORKERS.includes(room) ? "workers" : room.replace(/^platform\/(.+)/, "$1-api"));
}

const isOfQueues = ({ actions }: PolicyStatement) => actions.some((action) => action.startsWith("sqs:"));

export const constructId = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

export function logsOf(scope: Construct, id: string, keep: boolean, logGroupName?: string): LogGroup {
  const key = stageKeyOf(scope);
  return new LogGroup(scope, id, {
    ...(logGroupName !== undefined && { logGroupName }),
    retention: RetentionDays.ONE_MONTH,
    ...(key && { encryptionKey: key }),
    removalPolicy: keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
}

/** In the nested stack of their room. Each has a role of its own, which allows what its record declares. */
export class Functions {
  readonly #scope: Construct;
  readonly #settings: Settings;
  readonly #functions: { name: string; isAnonymous: boolean; target: LambdaFunction }[] = [];
  readonly #roles = new Map<string, Role>();

  /** One for all functions. */
  readonly logs: LogGroup;

  constructor(scope: Construct, settings: Settings) {
    this.#scope = scope;
    this.#settings = settings;
    this.logs = logsOf(scope, "Logs", settings.keep);
  }

  add(
    record: FunctionRecord,
    {
      environment = {},
      timeout = Duration.seconds(10),
      memorySize = 1024,
      statements = [],
      functionName,
      isAnonymous = false,
      mayLoop = false,
    }: Extra = {},
  ) {
    const { table, secrets, stage, code } = this.#settings;
    const scope = this.#stackOf(record.name);
    const id = constructId(record.name);
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        access: new PolicyDocument({
          statements: [
            allow(["logs:CreateLogStream", "logs:PutLogEvents"], [this.logs.logGroupArn]),
            ...table.statementsFor(this.#accessOf(record)),
            ...secrets.statementsFor(record.secrets ?? []),
            ...statements,
            ...(statements.some(isOfQueues) ? keyStatements(scope, "sqs") : []),
          ],
        }),
      },
    });
    this.#roles.set(record.name, role);
    const lambda = new LambdaFunction(scope, id, {
      ...(functionName && { functionName }),
      description: `${record.name} (${stage})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: "index.handler",
      code: code(record.name),
      ...(mayLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
      // No construct may add to what the record declares.
      role: role.withoutPolicyUpdates(),
      logGroup: this.logs,
      loggingFormat: LoggingFormat.JSON,
      // Without the start and the report of each invocation, which our own lines repeat.
      systemLogLevelV2: SystemLogLevel.WARN,
      memorySize,
      // Of a whole request. `serve` answers 503 shortly before it. The gateway would wait for 30 s.
      timeout,
      environment: {
        STAGE: stage,
        // A fault's log line names the bundle that its frames are in.
        BUNDLE: record.name,
        TABLE_NAME: table.tableName,
        ...settingVariables(this.#scope, record, isAnonymous),
        ...secrets.environmentFor(record.secrets ?? []),
        ...environment,
      },
    });
    this.#functions.push({ name: record.name, isAnonymous, target: lambda });
    return lambda;
  }

  /** A rail needs more of some functions. */
  #accessOf(record: FunctionRecord): Access {
    const { rail } = stageSettingsOf(this.#scope);
    return unionOf([accessOf(record), (rail && railAccess[record.name]) || {}]);
  }

  roleOf(name: string): Construct {
    const role = this.#roles.get(name);
    if (!role) throw new Error(`There is no function ${name}`);
    return role;
  }

  /** Once each queue has its function, whose maximum is the function's share. */
  reserve(): void {
    for (const [target, share] of reservationsOf(this.#scope, this.#functions))
      (target.node.defaultChild as CfnFunction).reservedConcurrentExecutions = share;
  }

  setEnvironment(name: string, value: string): void {
    for (const { target } of this.#functions) target.addEnvironment(name, value);
  }

  #stackOf(name: string): Construct {
    const id = nestedStackOf(name);
    if (id === undefined) return this.#scope;
    const nested = this.#scope.node.tryFindChild(id);
    return nested ?? new NestedStack(this.#scope, id, { suppressTemplateIndentation: true });
  }
}
