import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSEvent } from "aws-lambda";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function subscribe(event: SQSEvent) {
  for (const { body } of event.Records) {
    console.log("Processing", body);
    await documents.send(
      new UpdateCommand({
        TableName: process.env.TABLE_NAME,
        Key: { id: body },
        UpdateExpression: "SET #status = :processed",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":processed": "PROCESSED" },
      }),
    );
  }
}
