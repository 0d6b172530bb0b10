import { randomUUID } from "node:crypto";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});
const TableName = process.env.TABLE;

export const handler = async ({ routeKey, pathParameters, body }) => {
  if (routeKey.startsWith("POST")) {
    const id = randomUUID();
    const Item = { id: { S: id }, status: { S: "ordered" }, what: { S: JSON.parse(body).what } };
    await client.send(new PutItemCommand({ TableName, Item }));
    return { statusCode: 201, body: JSON.stringify({ id }) };
  }
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key: { id: { S: pathParameters.id } }, ConsistentRead: true }),
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify({ id: Item.id.S, status: Item.status.S }) }
    : { statusCode: 404, body: "{}" };
};
