import { afterAll, expect, test } from "@jest/globals";
import { AttributeType, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Template } from "../../base/template.ts";
import { DynamoDb } from "../../dynamodb/dynamodb.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { inFolder } from "../support/in-folder.ts";

type Shape = { key?: string; stream?: StreamViewType | null; attributes?: string[]; index?: string };

const shaped = ({ key = "pk", stream = StreamViewType.NEW_IMAGE, attributes = ["a", "b"], index }: Shape) =>
  new Template(
    fixtureAssembly(({ stack }) => {
      const { STRING } = AttributeType;
      const partitionKey = { name: key, type: STRING };
      const table = new Table(stack, "Orders", { partitionKey, ...(stream && { stream }) });
      table.addGlobalSecondaryIndex({
        indexName: index ?? "due",
        partitionKey: { name: "due", type: STRING },
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: attributes,
      });
    }),
  );

/** Makes a table, and then follows a template with other properties for it. */
const changed = (from: Shape, to: Shape): Promise<void> =>
  inFolder(async (dir) => {
    const dynamodb = await DynamoDb.start(dir, () => {});
    try {
      await dynamodb.create(shaped(from));
      await dynamodb.create(shaped(to));
    } finally {
      dynamodb.stop();
    }
  });

afterAll(removeFixtures);

test.each<[string, Shape, Shape, RegExp]>([
  ["other keys", {}, { key: "id" }, /^The keys of the table Orders\w+ differ .* Start with --reset\.$/],
  [
    "other images in its stream",
    {},
    { stream: StreamViewType.KEYS_ONLY },
    /^The stream's images of the table Orders\w+ differ .*--reset/,
  ],
  ["no stream", { stream: null }, {}, /^The stream's images of the table /],
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
])("a stored table follows a template with %s", async (_, from, to) => {
  await expect(changed(from, to)).resolves.toBeUndefined();
});
