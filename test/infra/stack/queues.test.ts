import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { actionsOf, deadLettersOf, idsOfType, mappingOf, nameOf, ofType, resources } from "./template.ts";

const queues = idsOfType("AWS::SQS::Queue");

test("every queue has one policy, which refuses requests without TLS", () => {
  const policies = ofType("AWS::SQS::QueuePolicy");
  // A queue's last policy replaces those before it.
  const named = policies.flatMap(({ Queues }) => Queues.map(({ Ref }: { Ref: string }) => Ref));
  expect(named.sort()).toEqual([...queues].sort());
  for (const { PolicyDocument } of policies) {
    expect(PolicyDocument.Statement).toContainEqual({
      Effect: "Deny",
      Principal: { AWS: "*" },
      Action: "sqs:*",
      // SQS refuses a statement that names several queues. In a queue's policy, `*` is that queue.
      Resource: "*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    });
  }
});

test("a queue that a function reads has dead letters for two weeks, and hides a message for six timeouts", () => {
  const read = queues.filter((id) => resources[id].Properties.RedrivePolicy);
  expect(read).toHaveLength(10);
  for (const id of read) {
    const { Properties } = resources[id];
    expect(resources[deadLettersOf(Properties)].Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    const { FunctionName, FunctionResponseTypes } = mappingOf(id);
    expect(FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
    expect(Properties.VisibilityTimeout).toBe(6 * resources[FunctionName.Ref].Properties.Timeout);
  }
});

test("exactly the functions that may send to a queue that invokes them are exempt from Lambda's loop detection", () => {
  const functions = idsOfType("AWS::Lambda::Function");
  const invokingQueues = (id: string) =>
    ofType("AWS::Lambda::EventSourceMapping")
      .filter(({ FunctionName }) => FunctionName.Ref === id)
      .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][0]);
  const sentTo = (id: string): string[] => {
    const [role] = resources[id].Properties.Role["Fn::GetAtt"];
    return resources[role].Properties.Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement)
      .filter((statement: Json) => actionsOf(statement).includes("sqs:SendMessage"))
      .flatMap(({ Resource }: Json) => [Resource].flat())
      .map((resource: Json) => resource["Fn::GetAtt"][0]);
  };
  const exempt = functions.filter((id) => resources[id].Properties.RecursiveLoop === "Allow");
  expect(exempt.map(nameOf).sort()).toEqual(["DeliverWebhook", "MakePayouts", "SettlePayout"]);
  expect(exempt).toEqual(functions.filter((id) => sentTo(id).some((to) => invokingQueues(id).includes(to))));
});
