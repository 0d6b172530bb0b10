import { DescribeContinuousBackupsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamoDbSettings, lean } from "../table/lambda-client.ts";
import { tableName } from "../table/table.ts";

export async function isRecoveryOn(): Promise<boolean> {
  const client = lean(new DynamoDBClient(dynamoDbSettings));
  const command = new DescribeContinuousBackupsCommand({ TableName: tableName });
  const { PointInTimeRecoveryDescription: recovery } =
    (await client.send(command)).ContinuousBackupsDescription ?? {};
  return recovery?.PointInTimeRecoveryStatus === "ENABLED";
}
