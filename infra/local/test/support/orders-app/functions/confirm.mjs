import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const client = new SQSClient({});

export const handler = async ({ Records }) => {
  for (const { eventName, dynamodb } of Records)
    if (eventName === "INSERT")
      await client.send(
        new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody: dynamodb.NewImage.id.S }),
      );
};
