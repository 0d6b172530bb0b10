import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyHandlerV2 } from "aws-lambda";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sqs = new SQSClient({});
const TableName = "messages";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  if (event.requestContext.http.method === "POST") {
    const id = event.requestContext.requestId;
    const { text } = JSON.parse(event.body ?? "{}");
    await documents.send(new PutCommand({ TableName, Item: { id, text, status: "RECEIVED" } }));
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody: id }));
    return { statusCode: 202, body: JSON.stringify({ id }) };
  }
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { id: event.pathParameters?.id } }));
  if (!Item) return { statusCode: 404, body: JSON.stringify({ message: "No such message" }) };
  return Item;
};
