import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { Mode } from "../../../shared/domain/owner.ts";
import { MAX_AT_ONCE, MAX_ENDPOINTS } from "../../../shared/domain/webhook/webhook-endpoint.ts";
import { actionsOf, idOf, mappingOf, nameOf, resources } from "./template.ts";

test("one account with every endpoint it may have, all of them slow, leaves places of the first lane free", () => {
  const places = mappingOf(idOf("WebhooksFirst")).ScalingConfig.MaximumConcurrency;
  expect(Mode.options.length * MAX_ENDPOINTS * MAX_AT_ONCE).toBeLessThan(places);
});

const prefixesOf = ({ Condition }: Json): string[] | undefined =>
  Condition?.["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];

/** The names of the resources that a statement is about. */
const targetsOf = ({ Resource }: Json): string[] =>
  [Resource].flat().map((arn) => nameOf(arn["Fn::GetAtt"]?.[0] ?? arn.Ref));

test("the signer may read endpoints, write attempts, read one secret and use its queues, and nothing else", () => {
  const [role] = Object.keys(resources).filter((id) => id.startsWith("DeliverWebhookRole"));
  const statements: Json[] = resources[role ?? ""].Properties.Policies[0].PolicyDocument.Statement;
  const granted = statements.flatMap((statement) =>
    actionsOf(statement).map((action) => [action, prefixesOf(statement) ?? targetsOf(statement)]),
  );
  const lanes = ["WebhooksFirst", "WebhooksLater", "WebhooksSlow"];
  expect(granted).toEqual([
    ["logs:CreateLogStream", ["Logs"]],
    ["logs:PutLogEvents", ["Logs"]],
    ["dynamodb:ConditionCheckItem", ["WEBHOOK#*"]],
    ["dynamodb:GetItem", ["WEBHOOK#*"]],
    ["dynamodb:UpdateItem", ["WEBHOOK#*"]],
    ["dynamodb:GetItem", ["DELIVERY#*"]],
    ["dynamodb:PutItem", ["DELIVERY#*"]],
    ["dynamodb:BatchGetItem", ["EVENT#*"]],
    ["dynamodb:GetItem", ["EVENT#*"]],
    // The email that says the endpoint was disabled, and the deliveries of the test receiver.
    ["dynamodb:PutItem", ["OUTBOX#*", "INBOX#*"]],
    ["secretsmanager:GetSecretValue", ["SecretsEndpointKey"]],
    ["sqs:ReceiveMessage", lanes],
    ["sqs:DeleteMessage", lanes],
    ["sqs:GetQueueAttributes", lanes],
    ["sqs:SendMessage", ["WebhooksLater", "WebhooksSlow"]],
  ]);
});
