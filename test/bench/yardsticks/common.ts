import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const serviceName = "common-way";
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: serviceName, serviceName });
export const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.TABLE_NAME;

/** A count against the limit of a key or an address. */
export const count = (kind: string, whose = "") =>
  table.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `${kind}#${whose}`, sk: kind },
      UpdateExpression: "ADD calls :one",
      ExpressionAttributeValues: { ":one": 1 },
    }),
  );

/** An object and the rest of `items` items about it, in a transaction. */
export async function save(kind: string, id: string, object: object, items = 2): Promise<void> {
  const put = (pk: string, sk: string, rest: object) => ({
    Put: { TableName, Item: { pk, sk, ...rest }, ConditionExpression: "attribute_not_exists(pk)" },
  });
  const others = Array.from({ length: items - 1 }, (_, i) =>
    put(`OUTBOX#${id}`, `OUTBOX#${i}`, { now: Date.now() }),
  );
  const TransactItems = [put(`${kind}#${id}`, kind, object), ...others];
  await table.send(new TransactWriteCommand({ TransactItems }));
}

export function note(metric: string, id?: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  logger.info("request", { id });
}
