import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

/** The least that a function with a table can do. */
export const handler = async () => {
  const Key = { pk: { S: "FLOOR" }, sk: { S: "FLOOR" } };
  await client.send(new GetItemCommand({ TableName: process.env.TABLE_NAME, Key }));
  return { statusCode: 200 };
};
