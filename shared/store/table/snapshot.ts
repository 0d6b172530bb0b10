import { TransactGetCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys/keys.ts";
import { despiteConflicts, type Item, table, tableName } from "./table.ts";

/** All at one instant, which no other read promises. Twice the price of a consistent read. */
export async function snapshotOf(keys: readonly Key[]): Promise<Item[]> {
  const read = new TransactGetCommand({
    TransactItems: keys.map((Key) => ({ Get: { TableName: tableName, Key } })),
  });
  const { Responses = [] } = await despiteConflicts(() => table.send(read));
  return Responses.flatMap(({ Item }) => Item ?? []);
}
