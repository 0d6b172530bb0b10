const { DynamoDBClient, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient();

exports.handler = async (event) => {
  for (const { dynamodb } of event.Records) {
    const day = new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString().slice(0, 10);
    await client.send(
      new UpdateItemCommand({
        TableName: process.env.TOTALS_NAME,
        Key: { day: { S: day }, source: dynamodb.NewImage.source },
        UpdateExpression: "ADD #count :one",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":one": { N: "1" } },
      }),
    );
  }
};
