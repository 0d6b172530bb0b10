import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const serviceName = "yardstick";
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

export function note(metric: string, id?: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  logger.info("request", { id });
}
