import { randomUUID } from "node:crypto";
import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";

const logger = new Logger({ serviceName: "common-way" });
const metrics = new Metrics({ namespace: "common-way", serviceName: "common-way" });
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

const Body = z.strictObject({
  email: z.string().trim().max(254).email(),
  name: z.string().trim().min(1).max(100).optional(),
  platforms: z
    .array(z.string().regex(/^[a-z][a-z0-9_-]{1,31}$/))
    .max(20)
    .optional(),
  sandbox: z.boolean().optional(),
});

/** `start-signup`, written the way most handlers are: a count against a limit, then a transaction. */
export const handler = middy(async (event: APIGatewayProxyEventV2) => {
  const { email } = Body.parse(JSON.parse(event.body ?? "{}"));
  const id = randomUUID();
  const now = Date.now();
  await table.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `LIMIT#${event.requestContext.http.sourceIp}`, sk: "LIMIT" },
      UpdateExpression: "ADD calls :one",
      ExpressionAttributeValues: { ":one": 1 },
    }),
  );
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
  });
  await table.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ pk: `SIGNUP#${id}`, sk: "SIGNUP", email, now }),
        put({ pk: `OUTBOX#${id}`, sk: "OUTBOX", now }),
      ],
    }),
  );
  metrics.addMetric("SignupStarted", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  logger.info("request", { id });
  return { statusCode: 201, body: JSON.stringify({ signup_id: id }) };
});
