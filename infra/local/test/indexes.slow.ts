import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { AttributeType, BillingMode, ProjectionType, Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { endClouds, newFolder } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { type Fixture, fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import type { Json } from "./support/http.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

/** Sends any command of the document client from its event, with its own rights. */
const CALLER = `import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as lib from "@aws-sdk/lib-dynamodb";
const client = lib.DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 1 }));
export const handler = ({ command, input }) =>
  client.send(new lib[command + "Command"]({ TableName: process.env.TABLE, ...input }))
    .catch(({ name, message }) => ({ refused: name, message }));`;

type Shape = "no index" | "due" | "due with other keys";

function build(shape: Shape) {
  return ({ stack, add }: Fixture) => {
    const table = new Table(stack, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
    });
    if (shape !== "no index") {
      table.addGlobalSecondaryIndex({
        indexName: "due",
        partitionKey: { name: shape === "due" ? "shard" : "other", type: AttributeType.STRING },
        sortKey: { name: "at", type: AttributeType.NUMBER },
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    const caller = add("Caller", CALLER, { TABLE: table.tableName });
    const allow = (actions: string[], resources: string[], keys: string[]) =>
      caller.addToRolePolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources,
          conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } },
        }),
      );
    const items = ["PutItem", "UpdateItem", "DeleteItem", "GetItem", "BatchWriteItem", "BatchGetItem"];
    allow(items, [table.tableArn], ["JOB#*"]);
    allow(["Query"], [`${table.tableArn}/index/*`], ["DUE#*"]);
  };
}

const without = fixtureAssembly(build("no index"));
const withDue = fixtureAssembly(build("due"));
const withOtherKeys = fixtureAssembly(build("due with other keys"));
afterEach(endClouds);
afterAll(removeFixtures);

const send = (cloud: LocalCloud, command: string, input: object): Promise<Json> =>
  cloud.invoke("caller", { command, input });
const job = (n: number, shard = "DUE#1") => ({
  pk: `JOB#${n}`,
  sk: "JOB",
  shard,
  at: n,
  note: "x".repeat(2_100),
});
const put = (cloud: LocalCloud, Item: object) => send(cloud, "Put", { Item });
/** The partition key comes second in the condition, and under an alias. */
const due = (cloud: LocalCloud, shard = "DUE#1", more = {}): Promise<Json> =>
  send(cloud, "Query", {
    IndexName: "due",
    KeyConditionExpression: "#at <= :until AND #shard = :shard",
    ExpressionAttributeNames: { "#at": "at", "#shard": "shard" },
    ExpressionAttributeValues: { ":until": 100, ":shard": shard },
    ...more,
  });
const namesOf = ({ Items }: Json): string[] => Items.map(({ pk }: Json) => pk);

describe("an index of a table", () => {
  test("a new index contains the projected attributes", async () => {
    const cloud = await startLocalCloud({ assembly: withDue });
    for (const n of [2, 1]) await put(cloud, job(n));
    await put(cloud, { pk: "JOB#3", sk: "JOB" });
    expect((await due(cloud)).Items).toEqual(
      [1, 2].map((n) => ({ pk: `JOB#${n}`, sk: "JOB", shard: "DUE#1", at: n })),
    );
  });

  test("an index that an older data folder lacks is added with all items", async () => {
    const dataDir = newFolder();
    const old = await startLocalCloud({ assembly: without, dataDir });
    for (let n = 1; n <= 60; n++) await put(old, job(n));
    await old.end("SIGKILL");

    const upgraded = await startLocalCloud({ assembly: withDue, dataDir });
    expect(namesOf(await due(upgraded))).toHaveLength(60);
    expect((await send(upgraded, "Get", { Key: { pk: "JOB#7", sk: "JOB" } })).Item).toEqual(job(7));
    await put(upgraded, job(61));
    expect(namesOf(await due(upgraded))).toHaveLength(61);
    await upgraded.end();

    const again = await startLocalCloud({ assembly: withDue, dataDir });
    expect(namesOf(await due(again))).toHaveLength(61);
    await again.end();

    await expect(startLocalCloud({ assembly: withOtherKeys, dataDir })).rejects.toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^The keys of the index due differ .*Give the index another name.*\n$/),
    });

    const downgraded = await startLocalCloud({ assembly: without, dataDir });
    expect((await send(downgraded, "Get", { Key: { pk: "JOB#61", sk: "JOB" } })).Item).toEqual(job(61));
  });

  test("a role can query only the indexes and partition keys of its grants", async () => {
    const cloud = await startLocalCloud({ assembly: withDue });
    expect(await due(cloud, "DUE#1")).toMatchObject({ Count: 0 });
    expect(await due(cloud, "ELSE#1")).toMatchObject({ refused: "AccessDeniedException" });
    expect((await cloud.denials())[0]).toMatchObject({
      action: "dynamodb:Query",
      resource: expect.stringMatching(/:table\/Table\w+\/index\/due$/),
      context: { "dynamodb:LeadingKeys": ["ELSE#1"] },
    });
    const own = {
      IndexName: undefined,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeNames: undefined,
    };
    const ofTable = await due(cloud, "", { ...own, ExpressionAttributeValues: { ":pk": "JOB#1" } });
    expect(ofTable).toMatchObject({ refused: "AccessDeniedException" });
  });

  test("writes and queries of an index use units of their own", async () => {
    const cloud = await startLocalCloud({ assembly: withDue });
    await cloud.clearUsage();
    await put(cloud, job(1));
    const written = (await cloud.usage()).caller;
    // Slightly more than 2 KB are three units in the table, and the keys are one in the index.
    expect(written).toMatchObject({ writeUnits: 4, indexUnits: { due: 1 } });
    await due(cloud);
    expect((await cloud.usage()).caller).toMatchObject({ readUnits: 0.5, indexUnits: { due: 1.5 } });
  });

  test("a late index misses new items, and shows changed ones in their old state", async () => {
    const cloud = await startLocalCloud({ assembly: withDue });
    await put(cloud, job(1));
    await put(cloud, job(2));
    await cloud.delayIndexes(1_500);
    await put(cloud, job(3));
    const Key = { pk: "JOB#1", sk: "JOB" };
    const moved = {
      UpdateExpression: "SET #shard = :other",
      ExpressionAttributeNames: { "#shard": "shard" },
      ExpressionAttributeValues: { ":other": "DUE#2" },
    };
    await send(cloud, "Update", { Key, ...moved });
    await send(cloud, "Delete", { Key: { pk: "JOB#2", sk: "JOB" } });
    expect((await send(cloud, "Get", { Key })).Item.shard).toBe("DUE#2");
    expect(namesOf(await due(cloud))).toEqual(["JOB#1", "JOB#2"]);
    expect(namesOf(await due(cloud, "DUE#2"))).toEqual([]);
    await eventually(async () => namesOf(await due(cloud)).join() === "JOB#3");
    expect(namesOf(await due(cloud, "DUE#2"))).toEqual(["JOB#1"]);
    await cloud.delayIndexes(0);
    await put(cloud, job(4));
    expect(namesOf(await due(cloud))).toEqual(["JOB#3", "JOB#4"]);
  });
});

test("an index that lags by an hour is up to date when the clock has skipped an hour", async () => {
  const cloud = await startLocalCloud({ assembly: withDue });
  await cloud.delayIndexes(3_600_000);
  await put(cloud, job(1));
  await cloud.advance("59m");
  expect(namesOf(await due(cloud))).toEqual([]);
  await cloud.advance("1m");
  expect(namesOf(await due(cloud))).toEqual(["JOB#1"]);
});

test("IAM evaluates each item of a batch", async () => {
  const cloud = await startLocalCloud({ assembly: withDue });
  const table =
    (await cloud.grants()).find(({ action }) => action === "dynamodb:PutItem")?.resource.split("/")[1] ?? "";
  const write = (...pks: string[]) =>
    send(cloud, "BatchWrite", {
      RequestItems: { [table]: pks.map((pk) => ({ PutRequest: { Item: { pk, sk: "JOB" } } })) },
    });
  const read = (...pks: string[]) =>
    send(cloud, "BatchGet", { RequestItems: { [table]: { Keys: pks.map((pk) => ({ pk, sk: "JOB" })) } } });
  expect(await write("JOB#1", "JOB#2")).not.toHaveProperty("refused");
  expect((await read("JOB#1", "JOB#2")).Responses[table]).toHaveLength(2);
  expect(await write("JOB#1", "ELSE#2")).toMatchObject({ refused: "AccessDeniedException" });
  expect(await read("JOB#1", "ELSE#2")).toMatchObject({ refused: "AccessDeniedException" });
});
