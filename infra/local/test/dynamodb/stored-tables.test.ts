import { afterEach, expect, test } from "@jest/globals";
import { DynamoDb } from "../../dynamodb/dynamodb.ts";
import { iamChecksOf } from "../../dynamodb/dynamodb-access.ts";
import { inFolder } from "../support/in-folder.ts";
import { templateOf } from "../support/template-of.ts";

type Shape = { key?: string; stream?: string | null; attributes?: string[]; index?: string; of?: string };

const HASH = (AttributeName: string) => [{ AttributeName, KeyType: "HASH" }];

function shaped({ key = "pk", stream = "NEW_IMAGE", attributes = ["a", "b"], index, of = "due" }: Shape) {
  const Properties = {
    TableName: "Orders",
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: HASH(key),
    AttributeDefinitions: [key, of].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    ...(stream && { StreamSpecification: { StreamViewType: stream } }),
    GlobalSecondaryIndexes: [
      {
        IndexName: index ?? "due",
        KeySchema: HASH(of),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: attributes },
      },
    ],
  };
  return templateOf({ Table: { Type: "AWS::DynamoDB::Table", Properties } });
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Makes a table, which may get items, and then follows a template with other properties for it. */
const changed = (from: Shape, to: Shape, between?: (dynamodb: DynamoDb) => Promise<unknown>) =>
  inFolder(async (dir) => {
    const dynamodb = await DynamoDb.start(dir, () => {});
    ends.push(() => dynamodb.stop());
    await dynamodb.create(shaped(from));
    await between?.(dynamodb);
    await dynamodb.create(shaped(to));
    return dynamodb;
  });

const put = (dynamodb: DynamoDb, pk: string, more: Record<string, string> = {}) =>
  dynamodb.perform("PutItem", {
    TableName: "Orders",
    Item: Object.fromEntries(Object.entries({ pk, due: "1", ...more }).map(([name, S]) => [name, { S }])),
  });
/** The items of an index with this key. */
async function due(dynamodb: DynamoDb, key = "1", IndexName = "due"): Promise<unknown[]> {
  const query = {
    TableName: "Orders",
    IndexName,
    KeyConditionExpression: "due = :key",
    ExpressionAttributeValues: { ":key": { S: key } },
  };
  const { body } = await dynamodb.perform("Query", query);
  return (body.Items as Record<string, { S: string }>[]).map(({ pk }) => pk?.S).sort();
}

test.each<[string, Shape, Shape, RegExp]>([
  ["other keys", {}, { key: "id" }, /^The keys of the table Orders differ .* Start with --reset\.$/],
  ["other images in its stream", {}, { stream: "KEYS_ONLY" }, /^The stream's images of the table .*--reset/],
  ["no stream", { stream: null }, {}, /^The stream's images of the table /],
  ["other keys of an index", {}, { of: "other" }, /^The keys of the index due differ .*another name/],
  [
    "another projection of an index",
    {},
    { attributes: ["a"] },
    /^The projected attributes of the index due differ .*another name, or start with --reset\.$/,
  ],
])("a stored table with %s is refused", async (_, from, to, reason) => {
  await expect(changed(from, to)).rejects.toThrow(reason);
});

test.each<[string, Shape, Shape]>([
  ["the same properties", {}, {}],
  ["its attributes in another order", {}, { attributes: ["b", "a"] }],
  ["an index with another name", {}, { attributes: ["a"], index: "later" }],
  ["no stream any more", {}, { stream: null }],
])("a stored table follows a template with %s, and its index has all items", async (_, from, to) => {
  const dynamodb = await changed(from, to, (before) => put(before, "kept"));
  expect(await due(dynamodb, "1", to.index)).toEqual(["kept"]);
});

const key = (S: string) => ({ pk: { S } });
const request = { TableName: "T", Key: key("a") };
const puts = (...pks: string[]) => pks.map((pk) => ({ PutRequest: { Item: key(pk) } }));

test.each<[string, object, [action: string, resource: string, key: string][]]>([
  ["GetItem", request, [["GetItem", "T", "a"]]],
  [
    "TransactWriteItems",
    { TransactItems: [{ Update: request }, { ConditionCheck: { ...request, Key: key("b") } }] },
    [
      ["UpdateItem", "T", "a"],
      ["ConditionCheckItem", "T", "b"],
    ],
  ],
  ["TransactGetItems", { TransactItems: [{ Get: request }] }, [["GetItem", "T", "a"]]],
  [
    "BatchWriteItem",
    { RequestItems: { T: puts("a", "b") } },
    [
      ["BatchWriteItem", "T", "a"],
      ["BatchWriteItem", "T", "b"],
    ],
  ],
  ["BatchGetItem", { RequestItems: { T: { Keys: [key("a")] } } }, [["BatchGetItem", "T", "a"]]],
  [
    "Query",
    {
      TableName: "T",
      IndexName: "due",
      KeyConditionExpression: "#at <= :until AND #shard = :shard",
      ExpressionAttributeNames: { "#at": "at", "#shard": "due-key" },
      ExpressionAttributeValues: { ":until": { N: "1" }, ":shard": { S: "s" } },
    },
    [["Query", "T/index/due", "s"]],
  ],
])("IAM evaluates each item of a %s", (operation, body, expected) => {
  const hashKey = (_: string, index?: string) => (index ? `${index}-key` : "pk");
  const checks = iamChecksOf(operation, body as Record<string, unknown>, (table) => table, hashKey);
  expect(
    checks.map(({ action, resource, context }) => [
      action.slice("dynamodb:".length),
      resource,
      ...context["dynamodb:LeadingKeys"],
    ]),
  ).toEqual(expected);
});
