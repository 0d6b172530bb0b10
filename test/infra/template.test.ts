import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import type { Json } from "../../infra/local/test/support/http.ts";
import { reuseBundles } from "../../infra/stack/bundle.ts";
import { ownDomain } from "../../infra/stack/domain.ts";
import type { FunctionRecord } from "../../infra/stack/operation-function.ts";
import { ServiceStack } from "../../infra/stack/service-stack.ts";
import { commands, operations, pages, routes, timers } from "../../shared/contract/service.ts";
import { workers } from "../../shared/contract/workers.ts";
import { Mode } from "../../shared/domain/owner.ts";
import { MAX_AT_ONCE, MAX_ENDPOINTS } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { assemblyDir } from "../support/cloud/synthesise.ts";

const MOST_RESOURCES = 450;
const OPERATIONS_TO_COME = 70;

const outdirs: string[] = [];
/** Without a folder of ours, each app leaves one of its own behind. */
function newApp(context: Record<string, unknown> = {}): App {
  const outdir = mkdtempSync(join(tmpdir(), "template-"));
  outdirs.push(outdir);
  return new App({ outdir, context });
}
afterAll(() => {
  for (const outdir of outdirs) rmSync(outdir, { recursive: true, force: true });
});

function synthesise(stage: string, context: Record<string, unknown>): Json {
  const app = newApp(context);
  const stack = new ServiceStack(app, `Test-${stage}`, { stage });
  const { template, messages } = app.synth().getStackArtifact(stack.artifactId);
  const warnings = messages.filter(({ level }) => level === "warning");
  return { ...template, warnings: warnings.map(({ entry }) => String(entry.data)).join() };
}

const mailFrom = "hello@mail.example.com";
const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
const rateLimitRanges = [{ name: "assistant", cidr: "192.0.2.0/24", factor: 20 }];

let dev: Json;
let prod: Json;
let outputs: Record<"dev" | "prod", Json>;
let warnings: Record<"dev" | "prod", string>;
beforeAll(() => {
  reuseBundles(join(assemblyDir, "functions"));
  // As on the command line; and as cdk.json says it, for the stage of that name.
  const made = synthesise("dev", { mailFrom, alarmEmail: "ops@example.com" });
  const kept = synthesise("prod", {
    prod: { mailFrom, rateLimitRanges, domainName: "api.example.com", certificateArn },
    dev: { alarmEmail: "x@example.com" },
  });
  [dev, prod] = [made.Resources, kept.Resources];
  outputs = { dev: made.Outputs, prod: kept.Outputs };
  warnings = { dev: made.warnings, prod: kept.warnings };
});

const ofType = (resources: Json, type: string) =>
  Object.values<Json>(resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

const statementsOf = (resources: Json) =>
  [
    ...ofType(resources, "AWS::IAM::Role").flatMap(({ Policies = [] }) => Policies),
    ...ofType(resources, "AWS::IAM::Policy"),
  ].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

/** What an alarm watches, be it a metric or several by an expression: the ids of their resources are in it. */
const watchedBy = ({ Dimensions, Metrics }: Json): string => JSON.stringify([Dimensions, Metrics]);

const alarmNamed = (resources: Json, name: string): Json =>
  resources[Object.keys(resources).find((id) => new RegExp(`^Alarms${name}[0-9A-F]{8}$`).test(id)) ?? ""]
    .Properties;

const actionsOf = ({ Action }: Json): string[] => [Action].flat();

describe("the template", () => {
  test("routes what the contract lists, and everything else to one place", () => {
    const keys = ofType(dev, "AWS::ApiGatewayV2::Route").map(({ RouteKey }) => RouteKey);
    const expected = routes
      .filter(({ method }) => method !== "HEAD")
      .map(({ method, path }) => `${method === "GET" ? "ANY" : method} ${path}`);
    expect(keys.sort()).toEqual([...expected, "$default"].sort());
  });

  test("tells what is read which methods it takes, as its routes take any", () => {
    const functions = ofType(dev, "AWS::Lambda::Function");
    const told = functions.map(({ Environment }) =>
      JSON.parse(Environment.Variables.ALLOWED_METHODS ?? "{}"),
    );
    const byPath = Map.groupBy(routes, ({ path }) => path);
    const read = routes.filter(({ method }) => method === "GET").map(({ path }) => path);
    // No route of its own: the gateway leads there whatever is not the POST that it has.
    const covered = "/v1/payments/payout";
    expect(Object.keys(Object.assign({}, ...told)).sort()).toEqual([...read, covered].sort());
    for (const [path, methods] of told.flatMap(Object.entries)) {
      const own = byPath.get(path)?.map(({ method }) => method);
      expect(methods).toEqual(path === covered ? ["POST", "GET", "HEAD"] : own);
    }
  });

  test("leads each operation's routes to the operation's own function", () => {
    const named = (arn: Json) => arn["Fn::GetAtt"][0].replace(/[0-9A-F]{8}$/, "");
    const integrations = Object.entries<Json>(dev).filter(
      ([, { Type }]) => Type === "AWS::ApiGatewayV2::Integration",
    );
    const functionOf = new Map(
      integrations.map(([id, { Properties }]) => [id, named(Properties.IntegrationUri)]),
    );
    for (const { RouteKey, Target } of ofType(dev, "AWS::ApiGatewayV2::Route")) {
      const target = functionOf.get(Target["Fn::Join"][1][1].Ref);
      const owner =
        routes.find(({ method, path }) => `${method} ${path}` === RouteKey.replace("ANY ", "GET "))?.name ??
        "unknown-route";
      expect(target?.toLowerCase()).toBe(owner.replaceAll("-", ""));
    }
  });

  test("has room for 70 operations below CloudFormation's limit of 500 resources", () => {
    const now = Object.keys(dev).length;
    // An operation is a function, its role, its integration and its route.
    const perOperation = 4;
    expect(now + (OPERATIONS_TO_COME - operations.length) * perOperation).toBeLessThan(MOST_RESOURCES);
  });

  test("runs every function on Node 24 and arm64, with memory, timeout, JSON logs that end, and a role of its own", () => {
    const functions = ofType(dev, "AWS::Lambda::Function");
    expect(functions).toHaveLength(
      operations.length + pages.length + timers.length + commands.length + Object.keys(workers).length + 1,
    );
    for (const { FunctionName, Runtime, Architectures, MemorySize, Timeout, LoggingConfig } of functions) {
      expect([Runtime, Architectures, MemorySize]).toEqual(["nodejs24.x", ["arm64"], 1024]);
      expect(Timeout).toBeGreaterThan(0);
      // Nobody's request waits for an operator's command, the only functions with names of their own.
      expect(Timeout).toBeLessThanOrEqual(FunctionName ? 300 : 30);
      expect(LoggingConfig.LogFormat).toBe("JSON");
      expect(dev[LoggingConfig.LogGroup.Ref].Properties.RetentionInDays).toBeGreaterThan(0);
    }
    const roles = functions.map(({ Role }) => Role["Fn::GetAtt"][0]);
    expect(new Set(roles).size).toBe(functions.length);
  });

  test("leaves it to the local cloud alone to say that deliveries may go to this machine", () => {
    for (const { Environment } of ofType(dev, "AWS::Lambda::Function"))
      expect(Object.keys(Environment.Variables)).not.toContain("LOCAL_TARGETS");
  });

  test("lets nobody scan, use PartiQL, or take every action of a service", () => {
    for (const action of statementsOf(dev).flatMap(actionsOf)) {
      expect(action).not.toMatch(/Scan|PartiQL|ExecuteStatement|BatchExecute|\*/);
    }
  });

  test("grants table actions on key prefixes only", () => {
    const table = statementsOf(dev).filter((statement: Json) =>
      actionsOf(statement).some((a) => /^dynamodb:.*Item$|Query/.test(a)),
    );
    expect(table.length).toBeGreaterThan(0);
    for (const { Condition, Resource } of table) {
      const prefixes: string[] = Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
      for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z_]+#\*$/);
      expect(JSON.stringify(Resource)).not.toContain("*");
    }
  });

  test("backs the table up in every stage, and protects it from deletion in prod", () => {
    const [devTable] = ofType(dev, "AWS::DynamoDB::Table");
    const [prodTable] = ofType(prod, "AWS::DynamoDB::Table");
    for (const table of [devTable, prodTable]) {
      expect(table.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
    }
    expect(prodTable.DeletionProtectionEnabled).toBe(true);
    expect(devTable.DeletionProtectionEnabled).toBeFalsy();
  });

  test("keeps in prod what holds data, what opens it and what was logged, and throws everything away in other stages", () => {
    const kinds = ["AWS::DynamoDB::Table", "AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"];
    const policies = (resources: Json) =>
      Object.values<Json>(resources)
        .filter(({ Type }) => kinds.includes(Type))
        .map(({ Type, DeletionPolicy, UpdateReplacePolicy }) => [Type, DeletionPolicy, UpdateReplacePolicy]);
    expect(policies(prod)).toHaveLength(5);
    for (const [type, deleted, replaced] of policies(prod))
      expect([type, deleted, replaced]).toEqual([type, "Retain", "Retain"]);
    for (const [type, deleted, replaced] of policies(dev))
      expect([type, deleted, replaced]).toEqual([type, "Delete", "Delete"]);
  });

  test("lets the relay try each record alone for the stream's whole day, and keeps word of what it gave up", () => {
    const mappings = ofType(dev, "AWS::Lambda::EventSourceMapping");
    const [relay] = mappings.filter(
      ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"]?.[1] === "StreamArn",
    );
    expect(relay).toMatchObject({
      StartingPosition: "TRIM_HORIZON",
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 24 * 60 * 60,
    });
    const [letters] = relay.DestinationConfig.OnFailure.Destination["Fn::GetAtt"];
    expect(letters).toMatch(/^RelayDeadLetters/);
    expect(dev[letters].Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });

  test("leaves places of the first lane to others, however many endpoints an account has and all of them slow", () => {
    const [first = ""] = Object.keys(dev).filter(
      (id) => /^WebhooksFirst(?!Dead)/.test(id) && dev[id].Type === "AWS::SQS::Queue",
    );
    const mapping = ofType(dev, "AWS::Lambda::EventSourceMapping").find(
      ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"]?.[0] === first,
    );
    const places = mapping.ScalingConfig.MaximumConcurrency;
    expect(Mode.options.length * MAX_ENDPOINTS * MAX_AT_ONCE).toBeLessThan(places);
  });

  test("announces an alarm after one bad minute, and lets CloudWatch publish it", () => {
    const alarms = ofType(dev, "AWS::CloudWatch::Alarm");
    expect(alarms.length).toBeGreaterThanOrEqual(5);
    const topic = Object.keys(dev).find((id) => /^AlarmsTopic[0-9A-F]+$/.test(id));
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        EvaluationPeriods: 1,
        // The sweeper says a number each time, and silence is no good news.
        TreatMissingData: alarm.MetricName === "DeliveriesLate" ? "breaching" : "notBreaching",
        Threshold: expect.any(Number),
      });
      expect(alarm.AlarmActions).toEqual([{ Ref: topic }]);
    }
    const publishers = ofType(dev, "AWS::SNS::TopicPolicy")
      .filter(({ Topics }) => Topics.some(({ Ref }: Json) => Ref === topic))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Effect, Action }) => Effect === "Allow" && Action === "sns:Publish");
    expect(publishers).toEqual([
      expect.objectContaining({
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Resource: { Ref: topic },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      }),
    ]);
  });

  test("tells an address of alarms, and whoever deploys prod without one that nobody is told", () => {
    const emails = (of: Json) =>
      ofType(of, "AWS::SNS::Subscription").filter(({ Protocol }) => Protocol === "email");
    expect(emails(dev)).toMatchObject([{ Endpoint: "ops@example.com" }]);
    expect(warnings.dev).not.toContain("alarmEmail");
    expect(emails(prod)).toEqual([]);
    expect(warnings.prod).toContain("alarmEmail");
  });

  test("has the address of its own domain, where one is set, and is reached there", () => {
    const [domain] = ofType(prod, "AWS::ApiGatewayV2::DomainName");
    expect(domain).toMatchObject({
      DomainName: "api.example.com",
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" },
      ],
    });
    const idOf = (type: string) => ({ Ref: Object.keys(prod).find((id) => prod[id].Type === type) });
    const address = { "Fn::Join": ["", ["https://", idOf("AWS::ApiGatewayV2::DomainName")]] };
    const [mapping] = ofType(prod, "AWS::ApiGatewayV2::ApiMapping");
    expect(mapping).toEqual({
      ApiId: idOf("AWS::ApiGatewayV2::Api"),
      DomainName: idOf("AWS::ApiGatewayV2::DomainName"),
      Stage: "$default",
    });
    for (const { Environment } of ofType(prod, "AWS::Lambda::Function"))
      expect(Environment.Variables.BASE_URL).toEqual(address);
    expect(outputs.prod.ApiUrl.Value).toEqual(address);
    expect(JSON.stringify(outputs.prod.DomainTarget.Value)).toMatch(/ CNAME .*RegionalDomainName/);
    // What was sent before there was a domain leads to the other address.
    expect(ofType(prod, "AWS::ApiGatewayV2::Api")[0].DisableExecuteApiEndpoint).toBeFalsy();
  });

  test("has the gateway's address without a domain", () => {
    expect(ofType(dev, "AWS::ApiGatewayV2::DomainName")).toEqual([]);
    expect(JSON.stringify(outputs.dev.ApiUrl.Value)).toContain("ApiEndpoint");
    expect(outputs.dev.DomainTarget).toBeUndefined();
  });

  test.each([{ domainName: "api.example.com" }, { certificateArn }])(
    "is not made with half a domain: %j",
    (context) => {
      expect(() => ownDomain(new Stack(newApp(context), "Half"))).toThrow(/domainName.*certificateArn/);
    },
  );

  test("takes what the stage is given from cdk.json", () => {
    const [identity] = ofType(prod, "AWS::SES::EmailIdentity");
    expect(identity.EmailIdentity).toBe("mail.example.com");
    const limited = ofType(prod, "AWS::Lambda::Function").map(
      ({ Environment }) => Environment.Variables.RATE_LIMIT_RANGES,
    );
    expect(limited).toContain(JSON.stringify(rateLimitRanges));
  });

  test("does not wait for a second fault before it tells somebody of the first, be it ours or the gateway's", () => {
    const alarms = ofType(dev, "AWS::CloudWatch::Alarm");
    // The gateway counts each 5xx, those included that our code means to give.
    expect(alarms.filter(({ MetricName }) => MetricName === "5xx")).toEqual([]);
    for (const name of ["ApiFaults", "GatewayFaults-dev"]) {
      expect(alarms.find(({ MetricName }) => MetricName === name)).toMatchObject({
        Namespace: "svc",
        Threshold: 1,
        Period: 60,
        Statistic: "Sum",
        ComparisonOperator: "GreaterThanOrEqualToThreshold",
      });
    }
  });

  test("finds what the gateway answers by itself in the access log", () => {
    const [filter] = ofType(dev, "AWS::Logs::MetricFilter");
    const [stage] = ofType(dev, "AWS::ApiGatewayV2::Stage");
    const { status, integrationError } = JSON.parse(stage.AccessLogSettings.Format);
    expect([status, integrationError]).toEqual(["$context.status", "$context.integrationErrorMessage"]);
    expect(filter.FilterPattern).toBe('{ $.status = "5*" && $.integrationError != "-" }');
    const written = stage.AccessLogSettings.DestinationArn["Fn::GetAtt"][0];
    expect(filter.LogGroupName).toEqual({ Ref: written });
    const [{ MetricNamespace, MetricName, MetricValue }] = filter.MetricTransformations;
    expect([MetricNamespace, MetricName, MetricValue]).toEqual(["svc", "GatewayFaults-dev", "1"]);
  });

  test("keeps secrets, addresses and paths out of the access log", () => {
    const [stage] = ofType(dev, "AWS::ApiGatewayV2::Stage");
    expect(stage.AccessLogSettings.Format).not.toMatch(
      /\$context\.(path|identity|requestOverride)|sourceIp|queryString/,
    );
  });

  test("throttles far above the service's own limits, so that callers meet our 429", () => {
    const [stage] = ofType(dev, "AWS::ApiGatewayV2::Stage");
    expect(stage.DefaultRouteSettings.ThrottlingBurstLimit).toBeGreaterThanOrEqual(500);
  });

  test("hears of tools that fail, whose replies are no errors of the gateway's", () => {
    for (const name of ["ApiFaults", "ToolFaults"]) {
      const alarm = ofType(dev, "AWS::CloudWatch::Alarm").find(({ MetricName }) => MetricName === name);
      expect(alarm.Dimensions).toEqual([
        { Name: "service", Value: "svc" },
        { Name: "stage", Value: "dev" },
      ]);
    }
  });

  test("tells every function that no mail goes out where there is no sender, and hears of none", () => {
    const { Resources: silent } = synthesise("dev", {});
    const told = (resources: Json) =>
      ofType(resources, "AWS::Lambda::Function").map(({ Environment }) => Environment.Variables.MAIL);
    expect([new Set(told(silent)), new Set(told(dev))]).toEqual([new Set(["off"]), new Set(["on"])]);
    expect(Object.keys(silent).filter((id) => /^MailFeedback|^SuppressAddress/.test(id))).toEqual([]);
  });

  test("is not made for prod without a sender of mail", () => {
    expect(() => new ServiceStack(newApp(), "Prod", { stage: "prod" })).toThrow(/mailFrom/);
  });

  test("sends mail from a domain with DKIM, and hears of bounces and complaints", () => {
    const [identity] = ofType(dev, "AWS::SES::EmailIdentity");
    expect(identity.EmailIdentity).toBe("mail.example.com");
    const [destination] = ofType(dev, "AWS::SES::ConfigurationSetEventDestination");
    expect(destination.EventDestination.MatchingEventTypes.sort()).toEqual(["bounce", "complaint"]);
  });

  test("leads what SES says from its topic to a queue, which takes it from nobody else, and keeps what cannot be read", () => {
    const [{ EventDestination }] = ofType(dev, "AWS::SES::ConfigurationSetEventDestination");
    const { TopicARN } = EventDestination.SnsDestination;
    const [subscription] = ofType(dev, "AWS::SNS::Subscription").filter(({ Protocol }) => Protocol === "sqs");
    const [id] = subscription.Endpoint["Fn::GetAtt"];
    expect(subscription).toMatchObject({ TopicArn: TopicARN, Protocol: "sqs", RawMessageDelivery: true });
    const policies = ofType(dev, "AWS::SQS::QueuePolicy").flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
    expect(policies.filter(({ Effect }) => Effect === "Allow")).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "sns.amazonaws.com" },
        Action: "sqs:SendMessage",
        Resource: { "Fn::GetAtt": [id, "Arn"] },
        Condition: { ArnEquals: { "aws:SourceArn": TopicARN } },
      },
    ]);
    const [letters] = dev[id].Properties.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"];
    expect(letters).toMatch(/^MailFeedbackDeadLetters/);
    expect(watchedBy(alarmNamed(dev, "UnheardFeedback"))).toContain(letters);
    const mapping = ofType(dev, "AWS::Lambda::EventSourceMapping").find(
      ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][0] === id,
    );
    expect(mapping).toMatchObject({ FunctionName: { Ref: expect.stringMatching(/^SuppressAddress/) } });
    expect(mapping.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  test("tells of a timer that gave up, whichever it was, and where to look", () => {
    const alarm = alarmNamed(dev, "TimerFailed");
    const [sum, ...metrics] = alarm.Metrics;
    expect(sum.Expression).toBe(`SUM([${metrics.map(({ Id }: Json) => Id).join(", ")}])`);
    const watched = metrics.map(({ MetricStat: { Metric, Period, Stat } }: Json) => {
      expect([Metric.MetricName, Period, Stat]).toEqual(["ExecutionsFailed", 60, "Sum"]);
      return Metric.Dimensions[0].Value.Ref;
    });
    const machines = Object.keys(dev).filter((id) => dev[id].Type === "AWS::StepFunctions::StateMachine");
    expect(watched.sort()).toEqual(machines.sort());
    for (const { name } of timers) expect(alarm.AlarmDescription).toContain(name);
    expect(alarm).toMatchObject({ Threshold: 1, ComparisonOperator: "GreaterThanOrEqualToThreshold" });
  });

  test("tells of webhooks that we failed over, and how to send them again", () => {
    const alarm = alarmNamed(dev, "Undelivered");
    const [sum, ...metrics] = alarm.Metrics;
    expect(sum.Expression).toBe("SUM([events, first, waiting])");
    for (const { MetricStat } of metrics) {
      expect(MetricStat.Metric.MetricName).toBe("ApproximateNumberOfMessagesVisible");
      expect(MetricStat.Period).toBe(60);
    }
    expect(alarm).toMatchObject({ Threshold: 1, AlarmDescription: expect.stringContaining("redrive") });
  });

  test("tells of each queue that does not get on for a quarter of an hour, but of none that waits on purpose", () => {
    const alarm = alarmNamed(dev, "QueueBehind");
    const [oldest, ...metrics] = alarm.Metrics;
    expect(oldest.Expression).toBe("MAX([mail, taxes, events, feedback])");
    const watched = metrics.map(({ MetricStat: { Metric, Period, Stat } }: Json) => {
      expect([Metric.MetricName, Period, Stat]).toEqual(["ApproximateAgeOfOldestMessage", 60, "Maximum"]);
      return Metric.Dimensions[0].Value["Fn::GetAtt"][0];
    });
    expect(alarm).toMatchObject({ Threshold: 900, ComparisonOperator: "GreaterThanOrEqualToThreshold" });
    // Every queue that is worked on is here, has an alarm of its own, or is one where messages wait.
    const others = [/^WebhooksFirst/, /^WebhooksLater/, /^WebhooksSlow/];
    const worked = ofType(dev, "AWS::Lambda::EventSourceMapping")
      .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"])
      .filter(([id, name]) => name === "Arn" && !others.some((other) => other.test(id)))
      .map(([id]) => id);
    expect(watched.sort()).toEqual(worked.sort());
  });

  test("asks every queue over TLS alone, by one policy that a queue has", () => {
    const queues = Object.keys(dev).filter((id) => dev[id].Type === "AWS::SQS::Queue");
    const policies = ofType(dev, "AWS::SQS::QueuePolicy");
    // A queue keeps the policy that was set last, so another one would take this one's place.
    const named = policies.flatMap(({ Queues }) => Queues.map(({ Ref }: Json) => Ref));
    expect(named.sort()).toEqual(queues.sort());
    for (const { PolicyDocument } of policies) {
      expect(PolicyDocument.Statement).toContainEqual({
        Effect: "Deny",
        Principal: { AWS: "*" },
        Action: "sqs:*",
        // SQS refuses a statement that names several queues: each one takes this for itself.
        Resource: "*",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      });
    }
  });

  test("lets a secret be read by the functions whose records name it, and by nobody else", () => {
    const [secret] = ofType(dev, "AWS::SecretsManager::Secret");
    expect(secret.GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(43);
    const readers = Object.entries<Json>(dev)
      .filter(([, { Type, Properties }]) => {
        const policies: Json[] = Type === "AWS::IAM::Role" ? (Properties.Policies ?? []) : [];
        return policies
          .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
          .some((statement) => actionsOf(statement).includes("secretsmanager:GetSecretValue"));
      })
      .map(([id]) => id.replace(/Role[0-9A-F]{8}$/, "").toLowerCase());
    const named = [...operations, ...pages, ...Object.values<FunctionRecord>(workers)]
      .filter(({ secrets = [] }) => secrets.length > 0)
      .map(({ name }) => name.replaceAll("-", ""));
    expect(named.length).toBeGreaterThan(0);
    expect(readers.sort()).toEqual(named.sort());
  });

  test("asks every day which tax events are due, and keeps the pages that cannot be turned", () => {
    const [schedule] = ofType(dev, "AWS::Scheduler::Schedule");
    expect(schedule).toMatchObject({
      ScheduleExpression: "cron(0 6 * * ? *)",
      ScheduleExpressionTimezone: "Etc/UTC",
      Target: { Input: '{"scheduled_at":"<aws.scheduler.scheduled-time>"}' },
    });
    const [id = ""] = Object.keys(dev).filter((each) => /^TaxWalksQueue[0-9A-F]{8}$/.test(each));
    const { RedrivePolicy, VisibilityTimeout } = dev[id].Properties;
    const [letters] = RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"];
    expect(dev[letters].Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    const mapping = ofType(dev, "AWS::Lambda::EventSourceMapping").find(
      ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"]?.[0] === id,
    );
    expect(mapping.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
    const walker = dev[mapping.FunctionName.Ref].Properties;
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * walker.Timeout);
    expect(ofType(dev, "AWS::CloudWatch::Alarm").map(watchedBy).join()).toContain(letters);
  });

  test("gives operators' commands no route and no permission but IAM's", () => {
    const integrated = JSON.stringify(ofType(dev, "AWS::ApiGatewayV2::Integration"));
    for (const { name } of commands) {
      expect(integrated.toLowerCase()).not.toContain(name.replaceAll("-", ""));
    }
    expect(ofType(dev, "AWS::Lambda::Permission")).toEqual([]);
  });

  test("lets the signer of webhooks read endpoints, write attempts, read one key, and use its queues; nothing else", () => {
    const [role] = Object.entries<Json>(dev).filter(([id]) => id.startsWith("DeliverWebhookRole"));
    const statements: Json[] = role?.[1].Properties.Policies[0].PolicyDocument.Statement;
    const granted = statements.flatMap((statement) =>
      actionsOf(statement).map((action) => [action, prefixesOf(statement) ?? targetsOf(statement)]),
    );
    expect(granted).toEqual([
      ["logs:CreateLogStream", ["Logs"]],
      ["logs:PutLogEvents", ["Logs"]],
      ["dynamodb:ConditionCheckItem", ["WEBHOOK#*"]],
      ["dynamodb:GetItem", ["WEBHOOK#*"]],
      ["dynamodb:UpdateItem", ["WEBHOOK#*"]],
      ["dynamodb:GetItem", ["DELIVERY#*"]],
      ["dynamodb:PutItem", ["DELIVERY#*"]],
      ["dynamodb:GetItem", ["EVENT#*"]],
      // The mail that says an endpoint was turned off.
      ["dynamodb:PutItem", ["OUTBOX#*"]],
      ["secretsmanager:GetSecretValue", ["SecretsEndpointKey"]],
      ["sqs:ReceiveMessage", ["WebhooksFirst", "WebhooksLater", "WebhooksSlow"]],
      ["sqs:DeleteMessage", ["WebhooksFirst", "WebhooksLater", "WebhooksSlow"]],
      ["sqs:GetQueueAttributes", ["WebhooksFirst", "WebhooksLater", "WebhooksSlow"]],
      ["sqs:SendMessage", ["WebhooksLater", "WebhooksSlow"]],
    ]);
  });

  test("gives each queue of webhooks dead letters that somebody is told of, and six times its function's timeout", () => {
    const alarmed = watchedBy(alarmNamed(dev, "Undelivered"));
    const queues = Object.entries<Json>(dev).filter(([id]) =>
      /^Webhooks(FanOut|First|Later|Slow)[0-9A-F]{8}$/.test(id),
    );
    expect(queues).toHaveLength(4);
    for (const [id, { Properties }] of queues) {
      const [letters] = Properties.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"];
      expect(alarmed).toContain(letters);
      const mapping = ofType(dev, "AWS::Lambda::EventSourceMapping").find(
        ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][0] === id,
      );
      expect(mapping.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
      expect(Properties.VisibilityTimeout).toBe(6 * dev[mapping.FunctionName.Ref].Properties.Timeout);
    }
  });
});

const prefixesOf = ({ Condition }: Json): string[] | undefined =>
  Condition?.["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];

/** The ids of the resources that a statement is about, without their hashes. */
const targetsOf = ({ Resource }: Json): string[] =>
  [Resource].flat().map((arn) => (arn["Fn::GetAtt"]?.[0] ?? arn.Ref).replace(/[0-9A-F]{8}$/, ""));
