import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { StartupFailure } from "../../base/failure.ts";
import { Template } from "../../base/template.ts";
import { EventSources } from "../../event-sources/event-sources.ts";
import { inFolder } from "../support/in-folder.ts";

type Mapping = Record<string, unknown>;

const QUEUE = "arn:aws:sqs:us-east-1:000000000000:first";
const STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders/stream/2026-01-01T00:00:00.000";
const ofQueue = { EventSourceArn: QUEUE, FunctionName: "signer" };
const ofStream = { EventSourceArn: STREAM, FunctionName: "relay", StartingPosition: "TRIM_HORIZON" };
const filtered = (pattern: object) => ({
  FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
});

/** The sources of a template with these mappings. */
const sourcesOf = (mappings: Record<string, Mapping>) =>
  inFolder((dir) => {
    const Resources = Object.fromEntries(
      Object.entries(mappings).map(([id, Properties]) => [
        id,
        { Type: "AWS::Lambda::EventSourceMapping", Properties },
      ]),
    );
    writeFileSync(join(dir, "Stack.template.json"), JSON.stringify({ Resources }));
    // A problem comes before anything else is used, and a disabled mapping uses nothing.
    const sources = new EventSources({} as never);
    sources.follow(new Template(dir));
    return sources;
  });

describe("event source mappings", () => {
  test("two of one source for the same function fail the start, as they fail a deployment", () => {
    expect(() => sourcesOf({ Once: ofQueue, Again: ofQueue })).toThrow(
      /first and signer\. Lambda accepts one/,
    );
  });

  test.each<[string, Mapping, RegExp]>([
    ["a filter of a queue", { ...ofQueue, ...filtered({ body: ["x"] }) }, /filters of a queue/],
    [
      "an unknown source",
      { ...ofQueue, EventSourceArn: "arn:aws:kinesis:a:b:stream/c" },
      /source arn:aws:kin/,
    ],
    ["an unknown starting position", { ...ofStream, StartingPosition: "AT_TIMESTAMP" }, /AT_TIMESTAMP/],
    ["a tumbling window", { ...ofStream, TumblingWindowInSeconds: 60 }, /tumbling windows/],
    [
      "an unknown kind of filter",
      { ...ofStream, ...filtered({ dynamodb: { a: [{ "anything-but": "x" }] } }) },
      /the filter \{"anything-but":"x"\}\. It knows values, prefix and exists/,
    ],
  ])("%s fails the start, because the local cloud would ignore it", (_, mapping, problem) => {
    expect(() => sourcesOf({ Odd: mapping })).toThrow(problem);
    expect(() => sourcesOf({ Odd: mapping })).toThrow(StartupFailure);
  });

  test("a disabled one has no source", () => {
    expect(sourcesOf({ Off: { ...ofQueue, Enabled: false } }).underWay()).toBe(undefined);
  });
});
