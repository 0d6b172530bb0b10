import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { FunctionRecord } from "../../../infra/stack/operation-function.ts";
import { operations, operatorFunctions, pages, timers } from "../../../shared/contract/service.ts";
import { workers } from "../../../shared/contract/workers.ts";
import { stageOf } from "./synthesise-stage.ts";
import { actionsOf, idsOfType, nameOf, ofType, resources, statements } from "./template.ts";

const functions = ofType("AWS::Lambda::Function");

// One more is the unknown route's, and one less the canary's, which the local cloud has only on request.
test("every function has Node 24, arm64, memory, a timeout and JSON logs that expire, of the system its warnings only", () => {
  expect(functions).toHaveLength(
    operations.length + pages.length + timers.length + operatorFunctions.length + Object.keys(workers).length,
  );
  for (const made of functions) {
    const { FunctionName, Runtime, Architectures, MemorySize, Timeout, LoggingConfig } = made;
    const memory = made.Environment.Variables.BUNDLE === "sweep-deliveries" ? 2048 : 1024;
    expect([Runtime, Architectures, MemorySize]).toEqual(["nodejs24.x", ["arm64"], memory]);
    expect(Timeout).toBeGreaterThan(0);
    // Only operators' functions have names of their own. No caller waits for them.
    expect(Timeout).toBeLessThanOrEqual(FunctionName ? 300 : 30);
    expect([LoggingConfig.LogFormat, LoggingConfig.SystemLogLevel]).toEqual(["JSON", "WARN"]);
    expect(resources[LoggingConfig.LogGroup.Ref].Properties.RetentionInDays).toBeGreaterThan(0);
  }
});

test("the canary may write sandbox accounts and their keys, and is left out of a stage without it", () => {
  const canaryIn = (stage: Json) => Object.keys(stage).filter((id) => /Canary/.test(id));
  expect(canaryIn(resources)).toEqual([]);
  const { resources: prod } = stageOf("prod");
  const own = (type: string) =>
    canaryIn(prod).flatMap((id) => (prod[id].Type === type ? [prod[id].Properties] : []));
  const [roles, schedules] = [own("AWS::IAM::Role"), own("AWS::Scheduler::Schedule")];
  const alarms = own("AWS::CloudWatch::Alarm");
  expect(schedules.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(["rate(5 minutes)"]);
  expect(alarms.map(({ MetricName, Period }) => [MetricName, Period])).toEqual([["CanaryPassed", 300]]);
  const role = roles.find(({ Policies: [policy] }) => policy.PolicyName === "access");
  const [logs, ...table] = role?.Policies[0].PolicyDocument.Statement ?? [];
  expect(actionsOf(logs)).toEqual(["logs:CreateLogStream", "logs:PutLogEvents"]);
  expect(table.flatMap(actionsOf)).toEqual(["dynamodb:PutItem"]);
  expect(JSON.stringify(table).match(/[A-Z_]+#\*/g)).toEqual(["ACCOUNT#*", "API_KEY#*"]);
});

test("no two functions share a role", () => {
  const roles = functions.map(({ Role }) => Role["Fn::GetAtt"][0]);
  expect(new Set(roles).size).toBe(functions.length);
});

// With these, it would deliver webhooks to its own machine, or ask another server than STS who its caller is.
test.each(["LOCAL_TARGETS", "AWS_ENDPOINT_URL"])("no function of the template has %s", (name) => {
  for (const { Environment } of functions) expect(Object.keys(Environment.Variables)).not.toContain(name);
});

test("no role may scan, use PartiQL, or take every action of a service", () => {
  for (const action of statements().flatMap(actionsOf)) {
    expect(action).not.toMatch(/Scan|PartiQL|ExecuteStatement|BatchExecute|\*/);
  }
});

test("an operators' function has no route and no permission, so that IAM alone decides who may invoke it", () => {
  const integrated = JSON.stringify(ofType("AWS::ApiGatewayV2::Integration")).toLowerCase();
  for (const { name } of operatorFunctions) expect(integrated).not.toContain(name.replaceAll("-", ""));
  expect(ofType("AWS::Lambda::Permission")).toEqual([]);
});

test("a role's table actions are limited to key prefixes and to named indexes", () => {
  const table = statements().filter((statement) =>
    actionsOf(statement).some((action) => /^dynamodb:.*Item$|Query/.test(action)),
  );
  expect(table.length).toBeGreaterThan(0);
  for (const { Condition, Resource } of table) {
    const prefixes: string[] = Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z_]+#\*$/);
    expect(JSON.stringify(Resource)).not.toContain("*");
  }
});

test("Secrets Manager generates the secrets, each of 256 bits at least", () => {
  const secrets = ofType("AWS::SecretsManager::Secret");
  expect(secrets.length).toBeGreaterThan(0);
  // 43 letters and digits.
  for (const { GenerateSecretString } of secrets)
    expect(GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(43);
});

test("only the functions whose records name a secret may read secrets", () => {
  const readers = idsOfType("AWS::IAM::Role")
    .filter((id) =>
      (resources[id].Properties.Policies ?? [])
        .flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement)
        .some((statement: Json) => actionsOf(statement).includes("secretsmanager:GetSecretValue")),
    )
    .map((id) => nameOf(id).replace(/Role$/, "").toLowerCase());
  const records: readonly FunctionRecord[] = [
    ...operations,
    ...pages,
    ...operatorFunctions,
    ...Object.values<FunctionRecord>(workers),
  ];
  const named = records
    .filter(({ secrets = [] }) => secrets.length > 0)
    .map(({ name }) => name.replaceAll("-", ""));
  expect(named.length).toBeGreaterThan(0);
  expect(readers.sort()).toEqual(named.sort());
});
