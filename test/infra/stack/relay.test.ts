import { expect, test } from "@jest/globals";
import { idOf, ofType, resources } from "./template.ts";

test("the relay retries each record alone for the stream's whole day, and then writes it to the dead letters", () => {
  const [relay] = ofType("AWS::Lambda::EventSourceMapping").filter(
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
  expect(letters).toBe(idOf("RelayDeadLetters"));
  expect(resources[letters].Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
});
