const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const documents = DynamoDBDocumentClient.from(new DynamoDBClient());

exports.handler = async (event, context) => {
  const expires = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  const Item = { requestid: context.awsRequestId, source: event.source, expires };
  await documents.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item }));
  console.log("Added item:", JSON.stringify(Item, null, 2));
};
