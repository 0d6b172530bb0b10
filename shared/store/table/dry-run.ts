import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { absent, exists, expressionsOf } from "./expressions.ts";

type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

const running = new AsyncLocalStorage<{ writes: Write[]; asks: boolean }>();

/** Whether the caller only asks what would be written. What the table does not judge, it must leave. */
export const isDryRun = (): boolean => running.getStore() !== undefined;

/**
 * Does the work without storing anything. `writes`: all that its transactions would have stored. `asks`:
 * whether the table judges them, which costs as much as storing; else all conditions count as met.
 */
export async function withoutStoring<T>(
  work: () => Promise<T>,
  { asks = true } = {},
): Promise<{ result: T; writes: Write[] }> {
  const writes: Write[] = [];
  return { result: await running.run({ writes, asks }, work), writes };
}

/** Counts as stored, although the table cannot judge it: what it depends on was not stored either. */
export const noteWrites = (writes: readonly Write[]): void => {
  running.getStore()?.writes.push(...writes);
};

/**
 * Sends a transaction. That of a dry run has one condition more, which always fails: DynamoDB judges all
 * others on the same data, gives a reason for each (API reference, TransactWriteItems), and stores nothing.
 */
export async function sendUnlessDry(
  writes: readonly Write[],
  tableName: string,
  send: (writes: Write[]) => Promise<unknown>,
): Promise<void> {
  if (!isDryRun()) {
    await send([...writes]);
    return;
  }
  if (!running.getStore()?.asks) return noteWrites(writes);
  try {
    await send([...writes, never(tableName)]);
  } catch (error) {
    const reasons = (error instanceof TransactionCanceledException && error.CancellationReasons) || [];
    const others = reasons.slice(0, -1);
    if (reasons.at(-1)?.Code !== "ConditionalCheckFailed") throw error;
    if (others.some(({ Code }) => Code !== "None"))
      throw Object.assign(error as object, { CancellationReasons: others });
    noteWrites(writes);
  }
}

/** Random, so that no two dry runs conflict. Each function with a key may update limits. */
const never = (TableName: string): Write => ({
  Update: {
    TableName,
    Key: { pk: `LIMIT#dry_run#${randomUUID()}`, sk: "-" },
    ...(expressionsOf({ set: { none: absent }, when: exists }) as { UpdateExpression: string }),
  },
});
