import { Duration, type NestedStack, RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { accessOf } from "../../shared/contract/operation.ts";
import type { SecretName } from "../../shared/domain/secret.ts";
import { allow } from "./access/allow.ts";
import { stageKeyOf, keyStatements } from "./customer-key.ts";
import type { ServiceSecrets } from "./secrets.ts";
import { settingVariables } from "./settings/function-settings.ts";
import { requireUnreserved } from "./settings/shares.ts";
import { stageSettingsOf } from "./settings/stage-settings.ts";
import type { ServiceTable } from "./table.ts";

type Settings = {
  workers: NestedStack;
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
  /** It reads a queue or runs by a schedule (`decisions/0166-workers-in-a-nested-stack.md`). */
  isWorker?: boolean;
  /** By default, Lambda takes a chain of more than 16 invocations for a loop. */
  mayLoop?: boolean;
};

const isOfQueues = ({ actions }: PolicyStatement) => actions.some((action) => action.startsWith("sqs:"));

export const constructId = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

export function logsOf(scope: Construct, id: string, keep: boolean): LogGroup {
  const key = stageKeyOf(scope);
  return new LogGroup(scope, id, {
    retention: RetentionDays.ONE_MONTH,
    ...(key && { encryptionKey: key }),
    removalPolicy: keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
}

/** Makes the functions. Each has a role of its own, which allows what the function's record declares. */
export class Functions {
  readonly #scope: Construct;
  readonly #settings: Settings;
  readonly #made: LambdaFunction[] = [];
  readonly #reservations: Map<string, number>;
  #reserved = 0;

  /** One for all functions, because a template is limited to 500 resources (decision 0007). */
  readonly logs: LogGroup;

  constructor(scope: Construct, settings: Settings) {
    this.#scope = scope;
    this.#settings = settings;
    this.#reservations = new Map(Object.entries(stageSettingsOf(scope).reservedConcurrency));
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
      isWorker = false,
      mayLoop = false,
    }: Extra = {},
  ) {
    const { table, secrets, stage, code, workers } = this.#settings;
    const scope = isWorker ? workers : this.#scope;
    const id = constructId(record.name);
    const reserved = this.#reservations.get(isAnonymous ? "anonymous" : record.name);
    this.#reserved += reserved ?? 0;
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        access: new PolicyDocument({
          statements: [
            allow(["logs:CreateLogStream", "logs:PutLogEvents"], [this.logs.logGroupArn]),
            ...table.statementsFor(accessOf(record)),
            ...secrets.statementsFor(record.secrets ?? []),
            ...statements,
            ...(statements.some(isOfQueues) ? keyStatements(scope, "sqs") : []),
          ],
        }),
      },
    });
    const made = new LambdaFunction(scope, id, {
      ...(functionName && { functionName }),
      description: `${record.name} (${stage})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: "index.handler",
      code: code(record.name),
      ...(mayLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
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
    this.#made.push(made);
    return made;
  }

  roleOf(name: string): Construct {
    const id = `${constructId(name)}Role`;
    return this.#settings.workers.node.tryFindChild(id) ?? this.#scope.node.findChild(id);
  }

  requireUnreserved(): void {
    requireUnreserved(this.#scope, this.#reserved);
  }

  setEnvironment(name: string, value: string): void {
    for (const made of this.#made) made.addEnvironment(name, value);
  }
}
