import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { idOf, ofType, resources } from "./template.ts";

const relays = ofType("AWS::Lambda::EventSourceMapping").filter(
  ({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"]?.[1] === "StreamArn",
);

test("one mapping reads outbox entries and new payouts, one events, and no third one reads the stream", () => {
  const prefixes = relays.map(({ FilterCriteria }) =>
    FilterCriteria.Filters.map(({ Pattern }: Json) => JSON.parse(Pattern).dynamodb.Keys.pk.S),
  );
  expect(prefixes).toEqual([[[{ prefix: "OUTBOX#" }], [{ prefix: "PAYMENT#" }]], [[{ prefix: "EVENT#" }]]]);
});

test("no function has two mappings of the same source, which Lambda refuses", () => {
  const pairs = ofType("AWS::Lambda::EventSourceMapping").map(({ EventSourceArn, FunctionName }) =>
    JSON.stringify([EventSourceArn, FunctionName]),
  );
  expect(new Set(pairs).size).toBe(pairs.length);
});

test.each(relays)(
  "the relay retries each record alone for the stream's whole day, and then writes it to the dead letters",
  (relay) => {
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
  },
);
