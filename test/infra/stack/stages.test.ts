import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf, synthesiseStage } from "./synthesise-stage.ts";
import * as shared from "./template.ts";
import { idsOfType, ofType } from "./template.ts";

const [prod, dev] = [stageOf("prod"), stageOf("dev")];
const { mailFrom, certificateArn, rateLimitRanges } = prod.settings;

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

test("alarmEmail subscribes the address to the alarms", () => {
  const emails = ({ resources }: typeof dev) =>
    ofType("AWS::SNS::Subscription", resources).filter(({ Protocol }) => Protocol === "email");
  expect(emails(prod)).toMatchObject(Array(3).fill({ Endpoint: "ops@example.com" }));
  expect(emails(dev)).toEqual([]);
});

test("prod has a monthly budget that publishes to the alarms, and another stage has one by its setting", () => {
  const budgetsOf = (of: Json) => ofType("AWS::Budgets::Budget", of);
  const [topic] = idsOfType("AWS::SNS::Topic", prod.resources).filter((id) => id.startsWith("Alarms"));
  const [budget] = budgetsOf(prod.resources);
  expect(budget.Budget.BudgetLimit).toEqual({ Amount: 200, Unit: "USD" });
  for (const { Subscribers } of budget.NotificationsWithSubscribers)
    expect(Subscribers).toEqual([{ SubscriptionType: "SNS", Address: { Ref: topic } }]);
  const policies = JSON.stringify(ofType("AWS::SNS::TopicPolicy", prod.resources));
  expect(policies).toContain("budgets.amazonaws.com");
  expect(budgetsOf(dev.resources)).toMatchObject([{ Budget: { BudgetLimit: { Amount: 50 } } }]);
  expect(budgetsOf(shared.resources)).toEqual([]);
});

test("the sender's domain and the address ranges are those of the settings", () => {
  const [identity] = ofType("AWS::SES::EmailIdentity", prod.resources);
  expect(identity.EmailIdentity).toBe("mail.example.com");
  const limited = ofType("AWS::Lambda::Function", prod.resources).map(
    ({ Environment }) => Environment.Variables.RATE_LIMIT_RANGES,
  );
  expect(limited).toContain(JSON.stringify(rateLimitRanges));
});

test("without a sender, the functions know that no email is sent, and nothing reads bounces", () => {
  const settings = (of: Json) =>
    ofType("AWS::Lambda::Function", of).flatMap(({ Environment }) => Environment.Variables.MAIL ?? []);
  const silent = synthesiseStage("dev", {}).resources;
  expect(new Set(settings(silent))).toEqual(new Set(["off"]));
  expect(new Set(settings(shared.resources))).toEqual(new Set(["on"]));
  expect(Object.keys(silent).filter((id) => /^MailFeedback|^SuppressAddress/.test(id))).toEqual([]);
});

test("an existing identity of the sender's domain is used, and none is made", () => {
  const { resources, outputs } = dev;
  expect(ofType("AWS::SES::EmailIdentity", resources)).toEqual([]);
  expect(ofType("AWS::SES::ConfigurationSet", resources)).toHaveLength(1);
  expect(outputs.MailIsOn.Value).toBe(`yes, from ${mailFrom}`);
});

const refTo = (type: string) => ({ Ref: idsOfType(type, prod.resources)[0] });

test("a stage with a domain is served there, with TLS 1.2 or newer", () => {
  expect(ofType("AWS::ApiGatewayV2::DomainName", prod.resources)).toEqual([
    expect.objectContaining({
      DomainName: "api.example.com",
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" },
      ],
    }),
  ]);
  expect(ofType("AWS::ApiGatewayV2::ApiMapping", prod.resources)).toEqual([
    {
      ApiId: refTo("AWS::ApiGatewayV2::Api"),
      DomainName: refTo("AWS::ApiGatewayV2::DomainName"),
      Stage: "$default",
    },
  ]);
});

test("a stage with a domain names it in every function and output, with the CNAME record to set", () => {
  const address = { "Fn::Join": ["", ["https://", refTo("AWS::ApiGatewayV2::DomainName")]] };
  for (const { Environment } of ofType("AWS::Lambda::Function", prod.resources))
    expect(Environment.Variables.BASE_URL).toEqual(address);
  expect(prod.outputs.ApiUrl.Value).toEqual(address);
  expect(JSON.stringify(prod.outputs.DomainTarget.Value)).toMatch(/ CNAME .*RegionalDomainName/);
});

test("a stage with a domain still serves the gateway's own address, which earlier links have", () => {
  const [api] = ofType("AWS::ApiGatewayV2::Api", prod.resources);
  expect(api.DisableExecuteApiEndpoint).toBeFalsy();
});

test("a stage without a domain has the gateway's address", () => {
  expect(ofType("AWS::ApiGatewayV2::DomainName")).toEqual([]);
  expect(JSON.stringify(shared.outputs.ApiUrl.Value)).toContain("ApiEndpoint");
  expect(shared.outputs.DomainTarget).toBeUndefined();
});

test("tableGrants widens every function's grants to all items, and only then", () => {
  const conditions = (of: Json) =>
    JSON.stringify([...ofType("AWS::IAM::Role", of), ...ofType("AWS::IAM::Policy", of)]).split(
      "dynamodb:LeadingKeys",
    ).length - 1;
  expect(conditions(dev.resources)).toBe(0);
  expect(conditions(prod.resources)).toBeGreaterThan(50);
});
