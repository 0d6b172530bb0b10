import type { showReceiptsCommand } from "../contract/operators/receipt-commands.ts";
import { claimsOf, compactOf, type Receipt } from "../domain/receipt/receipt.ts";
import { listReceipts } from "../store/receipt/receipts.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const showReceiptsRun: Run<typeof showReceiptsCommand> = async ({ id }) => {
  const receipts = await listReceipts(id);
  if (receipts.length === 0) throw new CommandProblem(`${id} has no receipt`);
  const data = receipts.map((receipt) => ({ ...factsOf(receipt), receipt: compactOf(receipt) }));
  return { ok: true, message: numbered(receipts.length, "receipt"), data };
};

/** When the person acted, and to which words. */
export function factsOf(receipt: Receipt) {
  const { jti, act, iat, text_version, text_sha256, lang, prev } = claimsOf(receipt);
  return { id: jti, act, at: new Date(iat * 1000).toISOString(), text_version, text_sha256, lang, prev };
}
