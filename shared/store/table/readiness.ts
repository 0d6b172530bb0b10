import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../keys/keys.ts";
import { table, tableName } from "./table.ts";

/** Monitors wait a few seconds. The first read of an environment also opens the connection. */
const DEADLINE_MS = 2_000;

/** Reads a key that no item has. Throws when the table does not answer in time. */
export async function findReadiness(): Promise<void> {
  const read = new GetCommand({ TableName: tableName, Key: keys.health() });
  await table.send(read, { abortSignal: AbortSignal.timeout(DEADLINE_MS) });
}
