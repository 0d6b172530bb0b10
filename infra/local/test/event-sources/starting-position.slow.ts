import type { ChildProcess } from "node:child_process";
import { afterAll, expect, test } from "@jest/globals";
import { AttributeType, BillingMode, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { Template } from "../../base/template.ts";
import { endClouds, newFolder } from "../support/cloud-process.ts";
import { eventually } from "../support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

const READER = `export const handler = async ({ Records }) => {
  console.log(JSON.stringify({ read: Records.map(({ dynamodb }) => dynamodb.Keys.pk.S) }));
};`;

/** A table, and the function that reads its stream from the end on, if it is there. */
const withReader = (isThere: boolean) =>
  fixtureAssembly(({ stack, add }) => {
    const table = new Table(stack, "Orders", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_IMAGE,
    });
    if (!isThere) return;
    const reader = add("Reader", READER);
    table.grantStreamRead(reader);
    new EventSourceMapping(stack, "Mapping", {
      target: reader,
      eventSourceArn: table.tableStreamArn as string,
      startingPosition: StartingPosition.LATEST,
    });
  });
const [without, withIt] = [withReader(false), withReader(true)];
const [table = ""] = new Template(withIt).ids("AWS::DynamoDB::Table");

const put = (cloud: LocalCloud, pk: string) => cloud.putItem(table, { pk: { S: pk } });
const read = (cloud: LocalCloud): string[] =>
  [...cloud.logs().matchAll(/\{"read":.*\}/g)].flatMap(([line]) => JSON.parse(line).read);
const hasRead = (cloud: LocalCloud, pk: string) => eventually(async () => read(cloud).includes(pk));

afterAll(endClouds);
afterAll(removeFixtures);

test("LATEST is the end of the stream at the first start, and later starts lose no record", async () => {
  const dataDir = newFolder();
  const first = await startLocalCloud({ assembly: without, dataDir });
  await put(first, "old");
  await first.end();

  const second = await startLocalCloud({ assembly: withIt, dataDir });
  await second.advance("0s");
  await put(second, "new");
  await hasRead(second, "new");
  let warned = "";
  (second.process as ChildProcess).stderr?.on("data", (chunk) => {
    warned += chunk;
  });
  await second.inject({ kind: "error", action: "dynamodb:GetRecords" });
  await put(second, "unread");
  await eventually(async () => /Reader\S* cannot read arn:\S*, and tries again: \S*GetRecords/.test(warned));
  await second.end("SIGKILL");

  const third = await startLocalCloud({ assembly: withIt, dataDir });
  await hasRead(third, "unread");
  expect(read(third)).toEqual(["new", "unread"]);
});
