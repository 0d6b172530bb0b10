import { AsyncLocalStorage } from "node:async_hooks";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** `fields`: of an event's item, as of now. `wrote`: the work stored something. `isKept`: with an event. */
type Kept = { fields: () => object; wrote: boolean; isKept: boolean };

const running = new AsyncLocalStorage<Kept>();

/** Does the work, whose first event keeps the fields in its item, in the transaction that makes it. */
export async function keptWithEvent<T>(
  fields: () => object,
  work: () => Promise<T>,
): Promise<{ result: T; isLeft: boolean }> {
  const kept: Kept = { fields, wrote: false, isKept: false };
  const result = await running.run(kept, work);
  return { result, isLeft: kept.wrote && !kept.isKept };
}

/** The writes of a transaction, of which an event keeps the request that is under way. */
export function withRequest(writes: readonly Write[]): Write[] {
  const kept = running.getStore();
  const at =
    kept && !kept.isKept ? writes.findIndex(({ Put }) => String(Put?.Item?.pk).startsWith("EVENT#")) : -1;
  return writes.map((write, i) =>
    i === at && write.Put ? { Put: { ...write.Put, Item: { ...write.Put.Item, ...kept?.fields() } } } : write,
  );
}

/** After the table has stored them. */
export function noteStored(writes: readonly Pick<Write, "Put">[]): void {
  const kept = running.getStore();
  if (!kept) return;
  kept.wrote = true;
  kept.isKept ||= writes.some(({ Put }) => String(Put?.Item?.pk).startsWith("EVENT#"));
}
