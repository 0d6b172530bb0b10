import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type InvokableFunctions, type Outcome, THROTTLED } from "../../base/ports.ts";
import { Writes } from "../../dynamodb/writes.ts";
import { Checkpoint } from "../../event-sources/checkpoint.ts";
import { MappedFunction } from "../../event-sources/mapped-function.ts";
import { StreamSource } from "../../event-sources/stream-source.ts";
import type { AwsEndpoint } from "../../platform/aws-endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { inFolder } from "../support/in-folder.ts";

type Records = { pk: string; dynamodb: { SequenceNumber: string } }[];

const thrown: Outcome = { ok: false, errorType: "Error", errorMessage: "poison" };
const throttled: Outcome = { ...thrown, errorType: THROTTLED };
const replied = (reply: object): Outcome => ({ ok: true, payload: JSON.stringify(reply) });
const naming = (ids: string[]) =>
  replied({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });
const poisonIn = (records: Records) => records.filter(({ pk }) => pk.startsWith("poison"));

/** What a function answers to the records of its nth invocation. */
const answers = {
  names: (records: Records) => naming(poisonIn(records).map(({ dynamodb }) => dynamodb.SequenceNumber)),
  nonsense: () => naming(["no such id"]),
  throws: (records: Records) => (poisonIn(records).length > 0 ? thrown : replied({})),
  fills: (_: Records, invocation: number) => (invocation <= 3 ? throttled : replied({})),
};

type Case = { how: keyof typeof answers; age?: number; mapping: object; until?: number };

/** Lets a source read one batch of these names. Returns what was invoked, given up and stored in the end. */
const delivered = (names: string[], { how, age = 0, mapping, until }: Case) =>
  inFolder(async (dir) => {
    const file = join(dir, "checkpoint");
    const checkpoint = new Checkpoint(file, () => {});
    const [batches, letters]: [string[][], Record<string, never>[]] = [[], []];
    const now = Date.now() / 1000;
    const records = names.map((pk, i) => ({
      pk,
      dynamodb: { SequenceNumber: String(i + 1), ApproximateCreationDateTime: i === 0 ? now - age : now },
    }));
    const stored: (string | undefined)[] = [];
    const call = async (_: string, target: string) => {
      const operation = target.split(".").at(-1);
      if (operation === "GetRecords") stored.push(new Checkpoint(file, () => {}).reached);
      const shards = { StreamDescription: { Shards: [{ ShardId: "shard" }] } };
      const read = { Records: checkpoint.reached === "beginning" ? records : [] };
      return { status: 200, body: { DescribeStream: shards, GetRecords: read }[operation as never] ?? {} };
    };
    const functions = {
      accessKeyIdOf: () => "key",
      invoke: async (_: string, payload: string) => {
        const batch = JSON.parse(payload).Records as Records;
        batches.push(batch.map(({ pk }) => pk));
        return answers[how](batch, batches.length);
      },
    } as unknown as InvokableFunctions;
    const properties = { EventSourceArn: "arn:stream", FunctionName: "Reader", ...mapping };
    const source = new StreamSource({
      mapping: properties,
      checkpoint,
      writes: new Writes(),
      aged: () => {},
      warn: () => {},
      target: new MappedFunction(properties, functions, { call } as unknown as AwsEndpoint),
      onFailure: async (letter) => letters.push(letter as never),
    });
    void source.run();
    const isOver = async () => (until ? batches.length > until : checkpoint.reached === String(names.length));
    await eventually(isOver);
    source.stop();
    // No start of the engine trims what a reader has not read.
    expect(stored[0]).toBe("beginning");
    return { batches, letters };
  });

const reports = { FunctionResponseTypes: ["ReportBatchItemFailures"] };
const sent = ["a", "b", "poison", "c"];
const rest = ["poison", "c"];
const exhausted = (invocations: number, batchSize: number, start: string) => ({
  requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: invocations },
  DDBStreamBatchInfo: { batchSize, startSequenceNumber: start, streamArn: "arn:stream" },
});

test.each<[string, string[], Case, string[][], object[]]>([
  [
    "retries from the first failed record up to the mapping's limit, then reports the rest",
    sent,
    { how: "names", mapping: { ...reports, MaximumRetryAttempts: 2 } },
    [sent, rest, rest],
    [{ ...exhausted(3, 2, "3"), responseContext: { statusCode: 200, functionError: null } }],
  ],
  [
    "takes a reply that names an unknown record for a failure of the whole batch",
    ["a", "b"],
    { how: "nonsense", mapping: { ...reports, MaximumRetryAttempts: 0 } },
    [["a", "b"]],
    [exhausted(1, 2, "1")],
  ],
  [
    "halves a batch that ended with an error until the failed record is alone",
    ["a", "b", "c", "poison"],
    { how: "throws", mapping: { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 } },
    [["a", "b", "c", "poison"], ["a", "b"], ["c", "poison"], ["c"], ["poison"], ["poison"]],
    [{ ...exhausted(2, 1, "4"), responseContext: { functionError: "Unhandled" } }],
  ],
  ["ignores the reply without ReportBatchItemFailures", sent, { how: "names", mapping: {} }, [sent], []],
  [
    "gives up records that are too old, and continues with the others",
    ["poison", "a"],
    { how: "names", age: 120, mapping: { ...reports, MaximumRecordAgeInSeconds: 60 } },
    [["a"]],
    [
      {
        requestContext: { condition: "RecordAgeExceeded" },
        DDBStreamBatchInfo: { startSequenceNumber: "1" },
      },
    ],
  ],
  [
    "never gives up without limits",
    ["poison"],
    { how: "names", mapping: { ...reports, MaximumRetryAttempts: -1 }, until: 4 },
    Array(5).fill(["poison"]),
    [],
  ],
  [
    "neither halves a throttled batch nor counts it as an attempt",
    ["a", "b"],
    { how: "fills", mapping: { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 } },
    Array(4).fill(["a", "b"]),
    [],
  ],
])("a source %s", async (_, names, settings, batches, letters) => {
  const seen = await delivered(names, settings);
  expect(seen.batches).toEqual(batches);
  expect(seen.letters).toMatchObject(letters);
});
