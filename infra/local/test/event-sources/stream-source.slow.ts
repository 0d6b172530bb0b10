import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Duration } from "aws-cdk-lib";
import { AttributeType, BillingMode, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, type EventSourceMappingOptions, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Template } from "../../base/template.ts";
import { endClouds } from "../support/cloud-process.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import type { Json } from "../support/http.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

/** Logs its records, and fails for poison ones: with an error, or with a list of the failed records. */
const PICKY = `export const handler = async ({ Records }) => {
  const names = Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
  console.log(JSON.stringify({ at: process.env.PLACE, names }));
  const bad = Records.filter(({ dynamodb }) => dynamodb.Keys.pk.S.startsWith("poison"));
  if (bad.length > 0 && process.env.HOW === "throw") throw new Error("poison");
  const ids = bad.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const failed = process.env.HOW === "nonsense" ? Records.map(() => "no such id") : ids;
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};`;

function source(
  { stack, add }: Fixture,
  place: string,
  HOW: string,
  options: EventSourceMappingOptions,
): void {
  const table = new Table(stack, `${place}Table`, {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_IMAGE,
  });
  const letters = new Queue(stack, `${place}Letters`);
  const picky = add(place, PICKY, { PLACE: place, HOW });
  table.grantStreamRead(picky);
  letters.grantSendMessages(picky);
  new EventSourceMapping(stack, `${place}Mapping`, {
    target: picky,
    eventSourceArn: table.tableStreamArn as string,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 10,
    onFailure: new SqsDlq(letters),
    ...options,
  });
}

const assembly = fixtureAssembly((fixture) => {
  const fewAttempts = { retryAttempts: 2, reportBatchItemFailures: true };
  source(fixture, "Partial", "say", fewAttempts);
  source(fixture, "Nonsense", "nonsense", { ...fewAttempts, retryAttempts: 0 });
  source(fixture, "Halving", "throw", { retryAttempts: 1, bisectBatchOnError: true });
  source(fixture, "Unheard", "say", {});
  const patient = { reportBatchItemFailures: true, retryAttempts: -1 };
  source(fixture, "Aged", "say", { ...patient, maxRecordAge: Duration.minutes(1) });
  source(fixture, "Patient", "say", patient);
});
const template = new Template(assembly);
const idOf = (type: string, prefix: string) =>
  template.ids(type).find((id) => id.startsWith(prefix)) as string;

let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await startLocalCloud({ assembly, timeScale: 60 });
});
afterAll(endClouds);
afterAll(removeFixtures);

/** Writes items while the source cannot read, so that they arrive as one batch. */
async function write(place: string, ...names: string[]): Promise<void> {
  await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
  for (const pk of names)
    await cloud.putItem(idOf("AWS::DynamoDB::Table", `${place}Table`), { pk: { S: pk } });
  await cloud.inject();
}

const batches = (place: string): string[][] =>
  cloud
    .logs()
    .split("\n")
    .filter((line) => line.includes(`"at":"${place}"`))
    .map((line) => JSON.parse(line).names);

const letter = (place: string): Promise<Json> =>
  eventually(async () => (await cloud.queue(idOf("AWS::SQS::Queue", `${place}Letters`)))[0]);

describe("an event source on a stream", () => {
  test("it retries from the first failed record up to the mapping's limit, then reports the rest", async () => {
    await write("Partial", "a", "b", "poison", "c");
    const message = await letter("Partial");
    const rest = ["poison", "c"];
    expect(batches("Partial")).toEqual([["a", "b", ...rest], rest, rest]);
    expect(message).toMatchObject({
      requestContext: {
        functionArn: expect.stringMatching(/:function:Partial/),
        condition: "RetryAttemptsExhausted",
        approximateInvokeCount: 3,
      },
      responseContext: { statusCode: 200, functionError: null },
      DDBStreamBatchInfo: { batchSize: 2, startSequenceNumber: "3", endSequenceNumber: "4" },
    });
    await write("Partial", "after");
    await eventually(async () => batches("Partial").at(-1)?.includes("after"));
  });

  test("a reply that names an unknown record fails the whole batch", async () => {
    await write("Nonsense", "a", "b");
    expect(await letter("Nonsense")).toMatchObject({ DDBStreamBatchInfo: { batchSize: 2 } });
    expect(batches("Nonsense")).toEqual([["a", "b"]]);
  });

  test("it halves a batch that ended with an error until the failed record is alone", async () => {
    await write("Halving", "a", "b", "c", "poison");
    expect(await letter("Halving")).toMatchObject({
      requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 2 },
      responseContext: { functionError: "Unhandled" },
      DDBStreamBatchInfo: { batchSize: 1, startSequenceNumber: "4", endSequenceNumber: "4" },
    });
    expect(batches("Halving")).toEqual([
      ["a", "b", "c", "poison"],
      ["a", "b"],
      ["c", "poison"],
      ["c"],
      ["poison"],
      ["poison"],
    ]);
  });

  test("without ReportBatchItemFailures, it ignores the reply", async () => {
    await write("Unheard", "poison");
    await eventually(async () => batches("Unheard").length > 0);
    await write("Unheard", "after");
    await eventually(async () => batches("Unheard").at(-1)?.includes("after"));
    expect(batches("Unheard")).toEqual([["poison"], ["after"]]);
  });

  test("it gives up records that are too old by the virtual clock, and continues with the others", async () => {
    await write("Aged", "a", "poison");
    const message = await letter("Aged");
    expect(message.requestContext).toMatchObject({ condition: "RecordAgeExceeded" });
    expect(message.DDBStreamBatchInfo).toMatchObject({ batchSize: 1, startSequenceNumber: "2" });
    expect(batches("Aged").length).toBeGreaterThan(1);
    await write("Aged", "after");
    await eventually(async () => batches("Aged").at(-1)?.includes("after"));
  });

  test("without limits, it never gives up and reports nothing", async () => {
    await write("Patient", "poison");
    await eventually(async () => batches("Patient").length > 6);
    expect(await cloud.queueLength(idOf("AWS::SQS::Queue", "PatientLetters"))).toBe(0);
  });
});
