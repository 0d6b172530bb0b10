import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../../store/keys/keys.ts";
import { exists } from "../../store/table/expressions.ts";
import { findItem } from "../../store/table/reads.ts";
import { table } from "../../store/table/table.ts";
import { put } from "../../store/table/writes.ts";

/** Whether IAM refuses the caller's role an item that no command uses: in a read, and in a transaction. */
export async function foreignItemDenials(now: Date): Promise<{ read: boolean; transaction: boolean }> {
  const Key = keys.quota({ account_id: "acct_none", mode: "test" }, now.toISOString());
  // The role may put items of another noun, so only its own prefixes can refuse this one. The condition is
  // false for an absent item: a role that may write still writes nothing.
  const write = new TransactWriteCommand({ TransactItems: [put(Key, { when: exists })] });
  const read = await isRefused(findItem(Key, { consistent: false }));
  return { read, transaction: await isRefused(table.send(write)) };
}

const isRefused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    ({ name }: Error) => {
      if (name === "AccessDeniedException") return true;
      if (name === "TransactionCanceledException") return false;
      throw new Error(`An unexpected answer: ${name}`);
    },
  );
