import { expect, test } from "@jest/globals";
import { requireOneEach } from "../../lambda/event-sources.ts";

test("two mappings of one source for the same function fail the start, as they fail a deployment", () => {
  const mapping = (queue: string, FunctionName: string) => ({
    EventSourceArn: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
    FunctionName,
  });
  requireOneEach([mapping("first", "signer"), mapping("later", "signer"), mapping("first", "other")]);
  expect(() => requireOneEach([mapping("first", "signer"), mapping("first", "signer")])).toThrow(
    /first and signer\. Lambda accepts one/,
  );
});
