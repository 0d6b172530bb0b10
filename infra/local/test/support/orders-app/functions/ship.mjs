import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

export const handler = async ({ Records }) => {
  for (const { body } of Records)
    await client.send(
      new UpdateItemCommand({
        TableName: process.env.TABLE,
        Key: { id: { S: body } },
        UpdateExpression: "SET #status = :shipped",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":shipped": { S: "shipped" } },
      }),
    );
};
