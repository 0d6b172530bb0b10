import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { FunctionRecord } from "../../../infra/stack/operation-function.ts";
import { operations, operatorFunctions, pages } from "../../../shared/contract/service.ts";
import { workers } from "../../../shared/contract/workers.ts";
import { WRITER_SECONDS } from "../../../shared/domain/item/horizon.ts";
import { actionsOf, idsOfType, nameOf, ofType, resources, statements } from "./template.ts";

const functions = ofType("AWS::Lambda::Function");

// Lists that are followed. A settlement's place is its day, and a delivery's that of its event.
const followed = ["payment", "entry", "event", "driver", "contribution", "tax_document"];
const alsoFollowed = ["mileage", "expense", "webhook", "earnings"];

test("a function that puts objects into lists ends before a follower may pass the places of these", () => {
  const prefixes = [...followed, ...alsoFollowed].map((noun) => `${noun.toUpperCase()}#*`);
  const puts = (statement: Json) =>
    actionsOf(statement).includes("dynamodb:PutItem") &&
    prefixes.some((prefix) => JSON.stringify(statement.Condition).includes(`"${prefix}"`));
  const writers = functions.filter(({ Role }) =>
    resources[Role["Fn::GetAtt"][0]].Properties.Policies.flatMap(
      ({ PolicyDocument }: Json) => PolicyDocument.Statement,
    ).some(puts),
  );
  expect(writers.length).toBeGreaterThan(30);
  const late = writers.filter(({ Timeout }) => Timeout > WRITER_SECONDS);
  expect(late.map(({ Environment }) => Environment.Variables.BUNDLE)).toEqual([]);
});

test("no two functions share a role", () => {
  const roles = functions.map(({ Role }) => Role["Fn::GetAtt"][0]);
  expect(new Set(roles).size).toBe(functions.length);
});

// With these, it would deliver webhooks to its own machine, or ask another server than STS who its caller is.
test.each(["LOCAL_TARGETS", "AWS_ENDPOINT_URL"])("no function of the template has %s", (name) => {
  for (const { Environment } of functions) expect(Object.keys(Environment.Variables)).not.toContain(name);
});

test("a service that says for whom it acts may assume a role for this account only", () => {
  // The others do not say it when they assume a role: a function's, and the gateway's.
  const silent = ["lambda.amazonaws.com", "apigateway.amazonaws.com"];
  const trusts: Json[] = ofType("AWS::IAM::Role").flatMap((role) => role.AssumeRolePolicyDocument.Statement);
  const telling = trusts.filter(({ Principal }) => !silent.includes(Principal.Service));
  expect(new Set(telling.map(({ Principal }) => Principal.Service))).toEqual(
    new Set(["scheduler.amazonaws.com", "states.amazonaws.com"]),
  );
  for (const { Condition } of telling)
    expect(Condition).toEqual({ StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } });
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
