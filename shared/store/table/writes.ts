import type { DeleteCommandInput, PutCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys/keys.ts";
import { type Condition, expressionsOf, type ItemChange, isNew } from "./expressions.ts";
import { type Item, tableName, type Write } from "./table.ts";

type Terms = { when?: Condition; found?: boolean };

const metItem = (returnsItem: boolean | undefined) =>
  returnsItem && { ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };

export const put = (item: Item, { when, found }: Terms = {}): { Put: PutCommandInput & { Item: Item } } => ({
  Put: { TableName: tableName, Item: item, ...expressionsOf({ when }), ...metItem(found) },
});

export const putNew = (item: Item) => put(item, { when: isNew, found: true });

/** Changes an item's fields, and makes it if absent: see `exists`. `returns`: what a single update gives. */
export const change = (
  key: Key,
  { found, returns, ...spoken }: ItemChange & Terms & { returns?: "UPDATED_NEW" | "ALL_NEW" },
): { Update: UpdateCommandInput & { UpdateExpression: string } } => ({
  Update: {
    TableName: tableName,
    Key: key,
    ...(expressionsOf(spoken) as { UpdateExpression: string }),
    ...(returns && { ReturnValues: returns }),
    ...metItem(found),
  },
});

export const remove = (key: Key, { when, found }: Terms = {}): { Delete: DeleteCommandInput } => ({
  Delete: { TableName: tableName, Key: key, ...expressionsOf({ when }), ...metItem(found) },
});

/** Writes nothing. The transaction fails unless the condition holds. */
export const check = (key: Key, when: Condition): Write => ({
  ConditionCheck: {
    TableName: tableName,
    Key: key,
    ...(expressionsOf({ when }) as { ConditionExpression: string }),
  },
});
