import { DescribeContinuousBackupsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamoDbSettings, lean } from "../table/lambda-client.ts";
import { tableName } from "../table/table.ts";

/** Whether the table can be restored to any second of the last 35 days. */
export async function isRecoveryOn(): Promise<boolean> {
  const client = lean(new DynamoDBClient(dynamoDbSettings));
  const asked = new DescribeContinuousBackupsCommand({ TableName: tableName });
  const { PointInTimeRecoveryDescription: recovery } =
    (await client.send(asked)).ContinuousBackupsDescription ?? {};
  return recovery?.PointInTimeRecoveryStatus === "ENABLED";
}
