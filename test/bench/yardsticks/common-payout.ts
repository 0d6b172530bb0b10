import { createHash, randomUUID } from "node:crypto";
import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";

const logger = new Logger({ serviceName: "common-payout" });
const metrics = new Metrics({ namespace: "common-payout", serviceName: "common-payout" });
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;

export const Body = z.strictObject({
  driver_id: z.string().regex(/^drv_\w+$/),
  amount: z.int().min(1),
  currency: z.literal("usd"),
  method: z.enum(["standard", "instant"]).optional(),
  bank_account_id: z.string().optional(),
  idempotency_key: z.string().max(255).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
});

/** The caller's key, and a count against its quota. */
export async function admit(authorization = ""): Promise<void> {
  const hash = createHash("sha256").update(authorization).digest("hex");
  await table.send(new GetCommand({ TableName, Key: { pk: `KEY#${hash}`, sk: "KEY" } }));
  await table.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `QUOTA#${hash}`, sk: "QUOTA" },
      UpdateExpression: "ADD calls :one",
      ExpressionAttributeValues: { ":one": 1 },
    }),
  );
}

/** The driver, and a transaction. */
export async function pay({ driver_id, ...payout }: z.infer<typeof Body>) {
  await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `DRIVER#${driver_id}` },
    }),
  );
  const id = `pay_${randomUUID()}`;
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
  });
  await table.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ pk: `PAYOUT#${id}`, sk: "PAYOUT", driver_id, ...payout }),
        put({ pk: `OUTBOX#${id}`, sk: "OUTBOX", now: Date.now() }),
      ],
    }),
  );
  metrics.addMetric("PayoutCreated", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  logger.info("request", { id });
  return { id, driver_id, ...payout };
}

/** `create-payout`, written the way most handlers are. `first` runs before the request is read. */
export const commonWay = (first: () => Promise<unknown> = async () => {}) =>
  middy(async (event: APIGatewayProxyEventV2) => {
    await admit(event.headers.authorization);
    await first();
    const body = JSON.stringify(await pay(Body.parse(JSON.parse(event.body ?? "{}"))));
    return { statusCode: 201, body };
  });
