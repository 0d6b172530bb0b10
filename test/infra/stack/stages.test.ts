import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf } from "./stages.ts";
import * as shared from "./template.ts";
import { idsOfType, ofType } from "./template.ts";

const prod = stageOf("prod");
const dev = stageOf("dev");

test("every stage has backups of the table, and only prod protects it from deletion", () => {
  const [devTable] = ofType("AWS::DynamoDB::Table", dev.resources);
  const [prodTable] = ofType("AWS::DynamoDB::Table", prod.resources);
  for (const table of [devTable, prodTable])
    expect(table.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
  expect(prodTable.DeletionProtectionEnabled).toBe(true);
  expect(devTable.DeletionProtectionEnabled).toBeFalsy();
});

test("prod's table, secrets and logs outlive the stack, and those of other stages do not", () => {
  const kinds = ["AWS::DynamoDB::Table", "AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"];
  const policies = (of: Json) =>
    Object.values<Json>(of)
      .filter(({ Type }) => kinds.includes(Type))
      .map(({ Type, DeletionPolicy, UpdateReplacePolicy }) => [Type, DeletionPolicy, UpdateReplacePolicy]);
  expect(policies(prod.resources)).toHaveLength(8);
  // A first deployment that fails deletes what it made. The protected table could not be deleted.
  for (const [type, deleted, replaced] of policies(prod.resources)) {
    const kept = type === "AWS::DynamoDB::Table" ? "Retain" : "RetainExceptOnCreate";
    expect([type, deleted, replaced]).toEqual([type, kept, "Retain"]);
  }
  for (const [type, deleted, replaced] of policies(dev.resources))
    expect([type, deleted, replaced]).toEqual([type, "Delete", "Delete"]);
});

test("without a sender, the functions know that no email is sent, and nothing reads bounces", () => {
  const settings = (of: Json) =>
    ofType("AWS::Lambda::Function", of).flatMap(({ Environment }) => Environment.Variables.MAIL ?? []);
  const silent = stageOf("silent").resources;
  expect(new Set(settings(silent))).toEqual(new Set(["off"]));
  expect(new Set(settings(shared.resources))).toEqual(new Set(["on"]));
  expect(Object.keys(silent).filter((id) => /^MailFeedback|^SuppressAddress/.test(id))).toEqual([]);
});

const refTo = (type: string) => ({ Ref: idsOfType(type, prod.resources)[0] });

test("a stage with a domain names it in every function and output, with the CNAME record to set", () => {
  const address = { "Fn::Join": ["", ["https://", refTo("AWS::ApiGatewayV2::DomainName")]] };
  for (const { Environment } of ofType("AWS::Lambda::Function", prod.resources))
    expect(Environment.Variables.BASE_URL).toEqual(address);
  expect(prod.outputs.ApiUrl.Value).toEqual(address);
  expect(JSON.stringify(prod.outputs.DomainTarget.Value)).toMatch(/ CNAME .*RegionalDomainName/);
});

test("tableGrants widens every function's grants to all items, and only then", () => {
  const conditions = (of: Json) =>
    JSON.stringify([...ofType("AWS::IAM::Role", of), ...ofType("AWS::IAM::Policy", of)]).split(
      "dynamodb:LeadingKeys",
    ).length - 1;
  expect(conditions(dev.resources)).toBe(0);
  expect(conditions(prod.resources)).toBeGreaterThan(50);
});
