import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { idOf, ofType } from "./template.ts";

test("only this account's CloudWatch may publish to the topic", () => {
  const publishers = ofType("AWS::SNS::TopicPolicy")
    .filter(({ Topics }) => Topics.some(({ Ref }: Json) => Ref === idOf("AlarmsTopic")))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect, Action }) => Effect === "Allow" && Action === "sns:Publish");
  expect(publishers).toEqual([
    expect.objectContaining({
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Resource: { Ref: idOf("AlarmsTopic") },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    }),
  ]);
});
